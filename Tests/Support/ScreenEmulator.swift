/// What stands on a small terminal screen after a program has written to it.
///
/// Knows what a line painter needs: CR, LF, BS, IND, RI, cursor movement, erasing, saved cursor, scrolling, autowrap
/// with the pending wrap of real terminals, the alternate screen, window title and title stack. SGR is ignored.
public struct ScreenEmulator: Sendable, CustomStringConvertible {
    public private(set) var rows: Int
    public private(set) var columns: Int
    public private(set) var row = 0
    public private(set) var column = 0
    /// Lines that have scrolled off the top.
    public private(set) var scrolledOff = 0
    /// The most recent title, and those saved by XTWINOPS 22.
    public private(set) var title = ""
    public private(set) var titleStack: [String] = []
    /// How often text ran past the last column onto another line.
    public private(set) var wraps = 0
    public private(set) var bells = 0

    /// A cell holds one base character and what combines with it; nil is the right half of a wide one.
    private var cells: [[String?]]
    private var otherScreen: [[String?]]
    private var isAlternate = false
    private var wrapPending = false
    /// DECAWM.
    public private(set) var autowraps = true
    /// DECTCEM.
    public private(set) var showsCursor = true
    private var saved = (row: 0, column: 0, wrap: false)
    private var parser = VTParser()

    public init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        cells = Self.blank(rows, columns)
        otherScreen = cells
    }

    private static func blank(_ rows: Int, _ columns: Int) -> [[String?]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The screen's lines without trailing blanks.
    public var lines: [String] {
        cells.map { line in
            var text = line.compactMap { $0 }.joined()
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
    }

    /// The lines joined, without the blank ones at the end.
    public var text: String {
        var lines = lines
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    public var description: String {
        "screen \(columns)×\(rows), cursor \(column),\(row):\n\(text)"
    }

    /// Changes the size as a terminal that cuts lines instead of folding them.
    public mutating func resize(rows: Int, columns: Int) {
        while row >= rows {
            cells.removeFirst()
            row -= 1
            scrolledOff += 1
        }
        let fit = { (screen: [[String?]]) in
            (0..<rows).map { row in
                (0..<columns).map { column -> String? in
                    screen.indices.contains(row) && screen[row].indices.contains(column)
                        ? screen[row][column] : " "
                }
            }
        }
        cells = fit(cells)
        otherScreen = fit(otherScreen)
        self.rows = rows
        self.columns = columns
        column = min(column, columns - 1)
        wrapPending = false
    }

    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for token in parser.parse(bytes) { apply(token) }
    }

    mutating func apply(_ token: VTToken) {
        switch token {
        case .print(let scalar): put(scalar)
        case .control(let byte): control(byte)
        case .escape(let intermediates, let final) where intermediates.isEmpty: escape(final)
        case .escape: break
        case .csi(let function): csi(function)
        case .osc(let bytes): operatingSystemCommand(bytes)
        case .dcs: break
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = cellWidth(of: scalar)
        if width == 0 {
            var target = wrapPending ? column : column - 1
            while target > 0 && cells[row][target] == nil { target -= 1 }
            if target >= 0, let base = cells[row][target] {
                cells[row][target] = base + String(scalar)
            }
            return
        }
        if !autowraps {
            wrapPending = false
            column = min(column, columns - width)
        }
        if wrapPending || column + width > columns {
            column = 0
            wraps += 1
            lineFeed()
        }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = nil }
        wrapPending = autowraps && column + width >= columns
        column = min(column + width, columns - 1)
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x07: bells += 1
        case 0x08:
            column = max(0, column - 1)
            wrapPending = false
        case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
        case 0x0a, 0x0b, 0x0c: lineFeed()
        case 0x0d:
            column = 0
            wrapPending = false
        default: break
        }
    }

    private mutating func lineFeed() {
        wrapPending = false
        guard row == rows - 1 else {
            row += 1
            return
        }
        cells.removeFirst()
        cells.append(Array(repeating: " ", count: columns))
        scrolledOff += 1
    }

    private mutating func escape(_ final: UInt8) {
        switch final {
        case UInt8(ascii: "7"): saved = (row, column, wrapPending)
        case UInt8(ascii: "8"):
            row = min(saved.row, rows - 1)
            column = min(saved.column, columns - 1)
            wrapPending = saved.wrap
        case UInt8(ascii: "D"): lineFeed()
        case UInt8(ascii: "E"):
            column = 0
            lineFeed()
        case UInt8(ascii: "M"): row = max(0, row - 1)
        default: break
        }
    }

    private mutating func csi(_ function: ControlFunction) {
        if function.prefix == UInt8(ascii: "?") {
            if [0x68, 0x6c].contains(function.final), function.number(0, or: 0) == 1049 {
                switchScreen(alternate: function.final == 0x68)
            }
            if function.number(0, or: 0) == 7 { autowraps = function.final == 0x68 }
            if function.number(0, or: 0) == 25 { showsCursor = function.final == 0x68 }
            return
        }
        guard function.prefix == 0, function.intermediates.isEmpty else { return }
        let count = max(1, function.number(0, or: 1))
        switch function.final {
        case UInt8(ascii: "A"): move(row: row - count, column: column)
        case UInt8(ascii: "B"): move(row: row + count, column: column)
        case UInt8(ascii: "C"): move(row: row, column: column + count)
        case UInt8(ascii: "D"): move(row: row, column: column - count)
        case UInt8(ascii: "G"): move(row: row, column: count - 1)
        case UInt8(ascii: "H"), UInt8(ascii: "f"):
            move(row: count - 1, column: function.number(1, or: 1) - 1)
        case UInt8(ascii: "J"): eraseDisplay(function.number(0, or: 0))
        case UInt8(ascii: "K"): eraseLine(function.number(0, or: 0))
        case UInt8(ascii: "t"): windowOperation(function)
        case UInt8(ascii: "d"): move(row: count - 1, column: column)
        default: edit(function.final, count)
        }
    }

    /// ICH, DCH, ECH, IL, DL: what line editors use to change a line in its middle.
    private mutating func edit(_ final: UInt8, _ count: Int) {
        let blank = [String?](repeating: " ", count: columns)
        let cellCount = min(count, columns - column)
        let rowCount = min(count, rows - row)
        switch final {
        case UInt8(ascii: "@"):
            cells[row].removeLast(cellCount)
            cells[row].insert(contentsOf: blank.prefix(cellCount), at: column)
        case UInt8(ascii: "P"):
            cells[row].removeSubrange(column..<column + cellCount)
            cells[row] += blank.prefix(cellCount)
        case UInt8(ascii: "X"):
            cells[row].replaceSubrange(column..<column + cellCount, with: blank.prefix(cellCount))
        case UInt8(ascii: "L"):
            cells.removeLast(rowCount)
            cells.insert(contentsOf: Array(repeating: blank, count: rowCount), at: row)
        case UInt8(ascii: "M"):
            cells.removeSubrange(row..<row + rowCount)
            cells += Array(repeating: blank, count: rowCount)
        default: return
        }
        wrapPending = false
    }

    private mutating func move(row newRow: Int, column newColumn: Int) {
        row = min(max(0, newRow), rows - 1)
        column = min(max(0, newColumn), columns - 1)
        wrapPending = false
    }

    private mutating func eraseLine(_ mode: Int) {
        let range =
            switch mode {
            case 0: column..<columns
            case 1: 0..<column + 1
            default: 0..<columns
            }
        for index in range { cells[row][index] = " " }
    }

    private mutating func eraseDisplay(_ mode: Int) {
        if mode != 1 { eraseLine(mode == 0 ? 0 : 2) }
        let blank = [String?](repeating: " ", count: columns)
        let others = mode == 0 ? row + 1..<rows : mode == 1 ? 0..<row : 0..<rows
        for index in others { cells[index] = blank }
        if mode == 1 { eraseLine(1) }
    }

    private mutating func switchScreen(alternate: Bool) {
        guard alternate != isAlternate else { return }
        isAlternate = alternate
        swap(&cells, &otherScreen)
        if alternate { cells = Self.blank(rows, columns) }
    }

    private mutating func windowOperation(_ function: ControlFunction) {
        switch function.number(0, or: 0) {
        case 22: titleStack.append(title)
        case 23: if let last = titleStack.popLast() { title = last }
        default: break
        }
    }

    private mutating func operatingSystemCommand(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("0;") || text.hasPrefix("2;") else { return }
        title = String(text.dropFirst(2))
    }
}
