import ALSA
import Configuration
import Dictation
import Glibc
import Keyboard
import PocketSphinx
import Speech
import Terminal
import Threads

/// The one event loop of `utter listen`: it wires terminal, microphone and recogniser to the session, and decides
/// nothing of its own.
///
/// It waits in one `poll` for the terminal, signals, the other threads and the reader of standard output, until the
/// earliest deadline that any of the parts has named; where none has, it sleeps until something happens.
final class Listener {
    var setup: ListenSetup
    let terminal: TerminalSession
    let signals: SignalPipe
    let mailbox: Mailbox<ThreadMessage>
    let microphone: Microphone
    let recognizer: DecoderThread
    /// The better recogniser, if there is one.
    let refiner: Refiner?
    let painter: PreviewPainter
    var output: TranscriptOutput

    /// Nil until the terminal has said how keys arrive.
    var session: Session?
    /// What happened before there was a session, with its time.
    var early: [(event: SessionEvent, time: Duration)] = []
    var words: PreviewWords
    /// How many utterances earlier sessions had: numbers are for the whole run, so that nothing late is mistaken.
    var earlierUtterances = 0
    var utterances = 0
    /// The utterance whose capture is open.
    var capturing: Int?
    /// The utterance whose capture has ended of itself: nothing will report that it has stopped.
    var endedCapture: Int?
    var hasDelivered = false
    /// Until then the line of the preview belongs to whoever reads our output.
    var lineIsOthersUntil: Duration?
    /// Transcripts that wait for the filter command, the first of which it is working on.
    var unfiltered: [Transcript] = []
    /// Utterances that a better recogniser hears too.
    var refining: [Int: Refining] = [:]
    /// What has been said about it: each complaint once.
    var refineComplaints: Set<CommandFailure> = []
    /// What stops with us when the session asks for it.
    var stopScope = JobControl.Scope.job
    /// Why the loop is over, once it is.
    var end: End?
    /// The last failure of microphone or recogniser, with what to do about it.
    var lastFailure: Failure?
    /// Why the last utterance came to nothing, in words.
    var lastLoss: String?
    var typeAhead: TypeAhead
    /// When a key was last left out of it.
    var leftOutAt: Duration?
    /// Keys were left out when there was no line any more to say it on.
    var leftOutUnseen = false
    /// What was complained of last.
    var lastComplaint: String?
    var tapCommands: [pid_t] = []
    /// Nothing more comes from the terminal, and nothing can be drawn.
    var isHungUp = false
    /// That the window was closed has been told once.
    var isToldOfHangup = false

    /// Why the loop is over.
    enum End {
        case session(ExitReason)
        /// Nobody reads standard output any more.
        case outputClosed
        case failure(Failure)
    }

    /// The model begins to load, on its own thread.
    init(
        setup: ListenSetup, terminal: TerminalSession, signals: SignalPipe
    ) throws(SystemError) {
        self.setup = setup
        self.terminal = terminal
        self.signals = signals
        let mailbox = try Mailbox<ThreadMessage>()
        self.mailbox = mailbox
        // Lines for the screen go through the preview line's owner, so that none tears it.
        if isatty(STDERR_FILENO) == 1 { Log.redirect { mailbox.post(.log($0)) } }
        let refiner = setup.refine.map { refine in
            Refiner(command: refine.command, deadline: refine.deadline) { utterance, outcome in
                mailbox.post(.refined(utterance, outcome))
            }
        }
        self.refiner = refiner
        let recognizer = DecoderThread(setup.recognizer) { mailbox.post(.recognizer($0)) }
        self.recognizer = recognizer
        // Audio goes from thread to thread: a loop that is busy painting must not hold up a single frame.
        microphone = Microphone(
            device: setup.device,
            events: { utterance, event in mailbox.post(.microphone(utterance, event)) },
            audio: Listener.audioSink(recognizer, refiner) {
                mailbox.post(.microphone($0, .overrun))
            })
        painter = PreviewPainter(
            PreviewLine(
                style: setup.previewStyle, usesColor: setup.usesColor,
                size: terminal.tty.size ?? TTYSize(rows: 24, columns: 80)), on: terminal.tty)
        terminal.displayRestoring = painter.restoringBytes
        output = TranscriptOutput()
        typeAhead = TypeAhead(
            talkingWith: setup.chord, heldSince: setup.options.held ? setup.start : nil)
        words = PreviewWords(
            key: setup.keyName, mode: .hold, lacksReleases: false, showsMeter: setup.showsMeter,
            showsDelivered: !output.isTerminal, showsDoubt: setup.showsDoubt)
        let text = setup.text
        words.written = { SafeText.onOneLine(text.written($0).text) }
    }

    /// Gives the frames to both recognisers.
    ///
    /// - Parameter lost: told of an utterance from which frames are missing, because more sound than may wait is
    ///   waiting for ours already: that must be seen on the line.
    static func audioSink(
        _ recognizer: DecoderThread, _ refiner: Refiner?, lost: @escaping @Sendable (Int) -> Void
    ) -> Microphone.AudioSink {
        { utterance, block in
            if !recognizer.audio(utterance, block) { lost(utterance) }
            refiner?.audio(utterance, block)
        }
    }

    /// Runs until the end; the terminal is then as it was found.
    func run() throws(Failure) -> Departure {
        openEditorLine()
        terminalMoved(at: .now)
        while end == nil { turn() }
        if let capturing { microphone.discard(capturing) }
        refiner?.discardAll()
        lingerOnNotice()
        giveBackTerminal()
        Log.redirect(to: nil)
        readMailbox(at: .now)
        waitForFilter()
        sayLate()
        flushOutput()
        waitForMicrophone()
        sayFoundRaw()
        return try departure()
    }

    // MARK: One turn

    /// Waits for something to happen, and handles all that has.
    func turn() {
        let second = nextSecond
        let deadline = nextDeadline
        var requests = [
            pollfd(
                fd: isHungUp ? -1 : terminal.tty.descriptor,
                events: Int16(POLLIN | (terminal.tty.wantsToWrite ? POLLOUT : 0)), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: output.condition == .pending || output.tellsOfReader ? output.descriptor : -1,
                events: Int16(output.condition == .pending ? POLLOUT : 0), revents: 0),
        ]
        let timeout = deadline.map { ($0 - .now).pollMilliseconds } ?? -1
        let count = poll(&requests, nfds_t(requests.count), timeout)
        let now = Duration.now

        if count > 0 {
            // First of all: a deadline that passed while this program had no time may not count before what was typed.
            if requests[0].revents != 0 { readTerminal(at: now) }
            if requests[2].revents != 0 { readMailbox(at: now) }
            if requests[1].revents != 0 { readSignals(at: now) }
            if requests[3].revents != 0 { tendOutput(requests[3].revents) }
        }
        passDeadlines(at: now)
        if let second, second <= now { draw(at: now) }
        if !tapCommands.isEmpty { tapCommands.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    private var nextDeadline: Duration? {
        [
            session?.deadline, terminal.deadline, painter.deadline, nextSecond,
            lineIsOthersUntil,
        ].compactMap { $0 }.min()
    }

    /// The elapsed time on the line moves although nothing happens.
    private var nextSecond: Duration? {
        guard let view = session?.view,
            view.activity == .listening || view.activity == .waitingForMicrophone,
            let start = view.startedAt
        else { return nil }
        let elapsed = max(.zero, Duration.now - start)
        return start + .seconds(elapsed.components.seconds + 1)
    }

    private func passDeadlines(at now: Duration) {
        if let deadline = terminal.deadline, deadline <= now {
            using { take(try terminal.deadlinePassed(at: now), at: now) }
            terminalMoved(at: now)
        }
        if let deadline = session?.deadline, deadline <= now { handle(.deadline, at: now) }
        if let time = lineIsOthersUntil, time <= now {
            lineIsOthersUntil = nil
            draw(at: now)
        }
        if let deadline = painter.deadline, deadline <= now {
            using { try painter.deadlinePassed(at: now) }
        }
    }

    // MARK: The session

    /// Gives an event to the session, or keeps it until there is one.
    func handle(_ event: SessionEvent, at time: Duration) {
        guard end == nil else { return }
        guard let actions = session?.handle(event, at: time) else {
            early.append((event, time))
            // Nobody who wants to leave waits for a terminal that says nothing.
            if case .quit = event { beginSession(at: time) }
            return
        }
        perform(actions, at: time)
    }

    /// Begins the session with what is known about the keys, and catches up.
    func beginSession(at now: Duration) {
        let outcome =
            terminal.outcome
            ?? Negotiation.Outcome(keyboard: .legacy, reason: .noAnswer)
        if let refusal = outcome.keyboard.refusal(of: setup.chord) {
            end = .failure(setup.failure(of: refusal))
            return
        }
        let options = setup.options(for: outcome)
        words.mode = options.mode
        words.lacksReleases = !outcome.keyboard.reportsReleases && setup.mode != .toggle
        session = Session(options: options, start: setup.start)
        Log.write(
            .info, "\(outcome.protocolWords): \(outcome.reasonWords); mode \(options.mode.name)")
        tell(.ready(mode: options.mode, keyboard: outcome.keyboard), at: now)
        earlierUtterances = utterances
        let events = early
        early = []
        for (event, time) in events { handle(event, at: time) }
        draw(at: now)
    }

    func draw(at now: Duration) {
        // A filter command may be done when the terminal is given back already.
        guard let session, terminal.isActive, !isHungUp, lineIsOthersUntil == nil else { return }
        let spans = words.spans(session.view, at: now) + words.leftOut(typeAhead)
        using { try painter.show(spans, at: now) }
    }

    /// Does something with the terminal; an error there means that it is gone.
    func using(_ body: () throws -> Void) {
        do { try body() } catch { hungUp() }
    }
}

/// What other threads tell the loop.
enum ThreadMessage: Sendable {
    case microphone(Int, MicrophoneEvent)
    case recognizer(RecognizerOutput)
    /// The better recogniser is done with an utterance.
    case refined(Int, RefineOutcome)
    /// The filter command is done with the first of the texts that wait for it.
    case filtered(Result<String, CommandFailure>)
    /// A line of the log for the screen.
    case log(String)
}
