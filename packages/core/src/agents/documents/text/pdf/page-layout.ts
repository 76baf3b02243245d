/** A piece of text on a page. Lengths in points; `y` grows upwards. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rightToLeft: boolean
  /** Its direction in degrees, counterclockwise from a text that is read from left to right. 0 if it is omitted. */
  readonly angle?: number
}

/** Texts with a larger gap between them, in letter heights, are cells or columns. */
const CELL_GAP = 1.3
/** Texts with a larger gap are words. */
const WORD_GAP = 0.12
/** Lines with a larger distance than this many letter heights belong to different paragraphs. */
const PARAGRAPH_GAP = 1.8
const CELLS = ' | '

interface Segment {
  readonly left: number
  readonly right: number
  readonly text: string
}

interface Line {
  readonly y: number
  readonly height: number
  readonly segments: readonly Segment[]
}

/**
 * Returns the text of a page in the order in which people read: columns one after the other, the cells of a table's row
 * side by side.
 */
export function pageText(texts: readonly PlacedText[]): string {
  const directions = [...Map.groupBy(texts, ({ angle = 0 }) => angle).entries()]
  return directions
    .toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
    .map(([angle, turned]) => textInOneDirection(angle === 0 ? turned : turned.map((each) => upright(each, angle))))
    .filter(Boolean)
    .join('\n\n')
}

function lengthOf(texts: readonly PlacedText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}

/** Returns the place of a text on the page as its reader turns it. */
function upright(text: PlacedText, angle: number): PlacedText {
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  return { ...text, x: text.x * cosine + text.y * sine, y: text.y * cosine - text.x * sine }
}

function textInOneDirection(texts: readonly PlacedText[]): string {
  const lines = inColumns(linesOf(texts))
  let text = ''
  let above: Line | undefined
  for (const line of lines) {
    if (above) text += isParagraph(above, line) ? '\n\n' : '\n'
    text += line.segments.map((segment) => segment.text).join(CELLS)
    above = line
  }
  // Joins words that are hyphenated at the end of a line.
  return text.replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
}

function isParagraph(above: Line, line: Line): boolean {
  const distance = above.y - line.y
  return distance < 0 || distance > PARAGRAPH_GAP * Math.min(above.height, line.height)
}

function linesOf(texts: readonly PlacedText[]): Line[] {
  const sorted = texts.filter(({ text }) => text.trim()).toSorted((a, b) => b.y - a.y)
  const groups: { y: number; height: number; texts: PlacedText[] }[] = []
  for (const each of sorted) {
    const last = groups.at(-1)
    if (last && last.y - each.y < lineTolerance(last.height, each.height)) last.texts.push(each)
    else groups.push({ y: each.y, height: each.height, texts: [each] })
  }
  return groups.map((group) => ({
    y: group.y,
    height: group.texts.reduce((most, { height }) => Math.max(most, height), 0),
    segments: segmentsOf(group.texts),
  }))
}

/** Returns the distance up to which texts are in one line. A small exponent is higher than its line. */
function lineTolerance(one: number, other: number): number {
  return Math.min(0.5 * Math.max(one, other), 0.9 * Math.min(one, other))
}

function segmentsOf(texts: readonly PlacedText[]): Segment[] {
  const isRightToLeft = texts.filter(({ rightToLeft }) => rightToLeft).length * 2 > texts.length
  const sorted = texts.toSorted((a, b) => (isRightToLeft ? b.x + b.width - (a.x + a.width) : a.x - b.x))
  const segments: { left: number; right: number; text: string }[] = []
  let last: PlacedText | undefined
  for (const each of sorted) {
    const [left, right] = [each.x, each.x + each.width]
    const segment = segments.at(-1)
    if (!segment || !last) segments.push({ left, right, text: each.text })
    else if (isPrintedTwice(last, each)) continue
    else {
      const gap = isRightToLeft ? last.x - right : left - (last.x + last.width)
      const height = Math.max(last.height, each.height, 1)
      if (gap > CELL_GAP * height) segments.push({ left, right, text: each.text })
      else {
        segment.text += gap > WORD_GAP * height ? ` ${each.text}` : each.text
        segment.left = Math.min(segment.left, left)
        segment.right = Math.max(segment.right, right)
      }
    }
    last = each
  }
  return segments.map(({ text, ...place }) => ({ ...place, text: text.replace(/\s+/g, ' ').trim() }))
}

/** Bold text and shadows are printed twice at almost the same place. */
function isPrintedTwice(last: PlacedText, each: PlacedText): boolean {
  return last.text === each.text && Math.abs(last.x - each.x) < 0.2 * last.height && each.text.trim().length > 1
}

const LEAST_COLUMN_LINES = 4
/** Average number of characters of the lines of a column. Cells of a table are shorter. */
const LEAST_COLUMN_TEXT = 16
/** Average share of a column's width that its lines fill. */
const LEAST_FILL = 0.55
const MOST_COLUMNS = 6

/** Returns the lines of a page with its columns below each other. Lines across the columns separate them. */
function inColumns(lines: readonly Line[], depth = 0): readonly Line[] {
  const gutter = depth < MOST_COLUMNS ? findGutter(lines) : undefined
  if (gutter === undefined) return lines
  const ordered: Line[] = []
  let band: Line[] = []
  const close = () => {
    if (band.length > 0) {
      ordered.push(
        ...inColumns(
          sideOf(band, (segment) => segment.right <= gutter),
          depth + 1,
        ),
      )
      ordered.push(
        ...inColumns(
          sideOf(band, (segment) => segment.left >= gutter),
          depth + 1,
        ),
      )
    }
    band = []
  }
  for (const line of lines) {
    if (line.segments.some(({ left, right }) => left < gutter && right > gutter)) {
      close()
      ordered.push(line)
    } else band.push(line)
  }
  close()
  return ordered
}

function sideOf(lines: readonly Line[], isOn: (segment: Segment) => boolean): Line[] {
  return lines.flatMap((line) => {
    const segments = line.segments.filter(isOn)
    return segments.length > 0 ? [{ ...line, segments }] : []
  })
}

/** Returns the horizontal position between two columns of running text, or undefined. */
function findGutter(lines: readonly Line[]): number | undefined {
  const starts = new Set(lines.flatMap(({ segments }) => segments.slice(1).map(({ left }) => Math.round(left))))
  let best: { readonly position: number; readonly both: number } | undefined
  for (const start of [...starts].slice(0, 200)) {
    const position = start - 1
    const free = lines.filter(
      ({ segments }) => !segments.some(({ left, right }) => left < position && right > position),
    )
    const both = free.filter(
      ({ segments }) =>
        segments.some(({ right }) => right <= position) && segments.some(({ left }) => left >= position),
    )
    if (both.length < LEAST_COLUMN_LINES || both.length <= (best?.both ?? 0)) continue
    const [left, right] = [
      sideOf(free, (each) => each.right <= position),
      sideOf(free, (each) => each.left >= position),
    ]
    if (isColumn(left) && isColumn(right)) best = { position, both: both.length }
  }
  return best?.position
}

function isColumn(lines: readonly Line[]): boolean {
  const segments = lines.flatMap((line) => line.segments)
  if (lines.length < LEAST_COLUMN_LINES) return false
  const [from, to] = [Math.min(...segments.map(({ left }) => left)), Math.max(...segments.map(({ right }) => right))]
  const average = (of: (segment: Segment) => number) =>
    segments.reduce((sum, segment) => sum + of(segment), 0) / lines.length
  // East Asian text says as much in half the characters.
  const length = average(
    ({ text }) => text.length + (text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/g)?.length ?? 0),
  )
  return (
    length >= LEAST_COLUMN_TEXT && average(({ left, right }) => right - left) / Math.max(to - from, 1) >= LEAST_FILL
  )
}
