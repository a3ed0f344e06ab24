/* Dictionaries and language models: the second half of shim.h, which includes this. */
#pragma once

/* A file that has no name and is gone when it is closed; -1 with errno on failure. */
static inline int utter_memory_file(void)
{
    return (int)syscall(SYS_memfd_create, "utter", 1u /* MFD_CLOEXEC */);
}

/* Makes the named search the current one. */
static inline int utter_ps_select(ps_decoder_t *decoder, const char *name)
{
#if UTTER_PS_GENERATION == 5
    return ps_activate_search(decoder, name);
#else
    return ps_set_search(decoder, name);
#endif
}

/* Frees the named search and its models; not the current one. */
static inline void utter_ps_remove(ps_decoder_t *decoder, const char *name)
{
#if UTTER_PS_GENERATION == 5
    ps_remove_search(decoder, name);
#else
    ps_unset_search(decoder, name);
#endif
}

/* Replaces the dictionary; fillers come from fillers or, if NULL, as configured. */
static inline int utter_ps_load_dictionary(ps_decoder_t *decoder, const char *path, const char *fillers)
{
    return ps_load_dict(decoder, path, fillers, NULL);
}

/* The models of a set score with their own weights before the set adds them up: it is probabilities to the power of
 * lw that it adds, so there a share counts as its root would, a tenth as seven tenths, and a page of text overrules what
 * the general model knows of its words. Where the set adds plain probabilities (the posteriors) a share counts as it is.
 * So the share stays, and what its power lacks goes into the word penalty of the model. Powers are taken by the largest
 * share: a factor that all words have would make the search prefer few long words. */
static inline void utter_ps_weigh(
    ngram_model_t *model, double lw, double wip, double share, double largest)
{
    ngram_model_apply_weights(
        model, (float)lw, (float)(wip * pow(share / largest, lw) / share));
}

/* Interpolates count language models by weight into the search name and selects it. A model with classes has
 * a file of their members in classes, others "". */
static inline int utter_ps_set_models(
    ps_decoder_t *decoder, const char *name, const char *const *paths, const char *const *classes,
    const float *weights, int count)
{
    enum { MOST = 8 };
    ngram_model_t *models[MOST];
    char labels[MOST][8];
    char *names[MOST];
    ngram_model_t *all = NULL;
    int loaded = 0, result = -1;
    double largest = 0;
#if UTTER_PS_GENERATION == 5
    ps_config_t *config = ps_get_config(decoder);
    double lw = ps_config_float(config, "lw"), wip = ps_config_float(config, "wip");
#else
    cmd_ln_t *config = ps_get_config(decoder);
    double lw = cmd_ln_float_r(config, "-lw"), wip = cmd_ln_float_r(config, "-wip");
#endif
    if (count < 1 || count > MOST)
        return -1;
    for (int i = 0; i < count; i++)
        largest = weights[i] > largest ? weights[i] : largest;
    for (; loaded < count; loaded++) {
        models[loaded] = ngram_model_read(config, paths[loaded], NGRAM_AUTO, ps_get_logmath(decoder));
        if (models[loaded] == NULL)
            break;
        if (classes[loaded][0] != '\0' && ngram_model_read_classdef(models[loaded], classes[loaded]) < 0) {
            ngram_model_free(models[loaded]);
            break;
        }
        if (count > 1 && weights[loaded] > 0)
            utter_ps_weigh(models[loaded], lw, wip, weights[loaded], largest);
        snprintf(labels[loaded], sizeof labels[loaded], "m%d", loaded);
        names[loaded] = labels[loaded];
    }
    if (loaded == count)
        all = count == 1 ? ngram_model_retain(models[0])
                         : ngram_model_set_init(config, models, names, weights, count);
    if (all != NULL) {
#if UTTER_PS_GENERATION == 5
        result = ps_add_lm(decoder, name, all);
#else
        result = ps_set_lm(decoder, name, all);
#endif
        ngram_model_free(all);
    }
    /* A set retains what it is given. */
    while (loaded > 0)
        ngram_model_free(models[--loaded]);
    return result < 0 ? -1 : utter_ps_select(decoder, name);
}
