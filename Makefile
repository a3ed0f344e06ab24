# One target per thing a person wants; `make help` lists them.
all: build

build:
	swift build -c release --product utter --static-swift-stdlib
