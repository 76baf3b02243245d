/** The drawing of a page, as the library gives it. */
export interface Drawing {
  readonly fnArray: ArrayLike<number>
  readonly argsArray: readonly unknown[]
}

/** Numbers of the library's drawing operators. */
export interface Operators {
  readonly save: number
  readonly restore: number
  readonly transform: number
  readonly constructPath: number
  readonly setTextRenderingMode: number
  readonly paintFormXObjectBegin: number
  readonly paintFormXObjectEnd: number
}

/** A shape in points of the page. */
export interface Shape {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
  readonly hasCurves: boolean
}

/** What is drawn on a page besides its text. */
export interface DrawnPage {
  /** The area of the largest picture, in square points. */
  readonly largestPicture: number
  readonly shapes: readonly Shape[]
  /** Whether the page has text that is not shown: the text that was recognized in a scan. */
  readonly hasRecognizedText: boolean
}

/** `[a, b, c, d, e, f]` as in the file: x is `a x + c y + e`, y is `b x + d y + f`. */
export type Matrix = readonly [number, number, number, number, number, number]

const INVISIBLE = 3
/** The transformation of what is not transformed. */
export const START: Matrix = [1, 0, 0, 1, 0, 0]
/** A drawing with more is a map or a plan. */
const MOST_SHAPES = 20_000

/** Returns what is drawn on a page. Pictures are not decoded: a transformation that nothing follows is left of each. */
export function lookAt({ fnArray, argsArray }: Drawing, OPS: Operators): DrawnPage {
  const saved: Matrix[] = []
  const shapes: Shape[] = []
  let matrix = START
  let largestPicture = 0
  let hasRecognizedText = false
  for (let index = 0; index < fnArray.length; index += 1) {
    const operator = fnArray[index]
    const values = listOf(argsArray[index])
    if (operator === OPS.setTextRenderingMode && values[0] === INVISIBLE) hasRecognizedText = true
    else if (operator === OPS.save) saved.push(matrix)
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? START
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(matrix)
      matrix = multiply(matrix, matrixOf(values[0]))
    } else if (operator === OPS.transform) {
      matrix = multiply(matrix, matrixOf(values))
      if (fnArray[index + 1] === OPS.restore) largestPicture = Math.max(largestPicture, areaOf(matrix))
    } else if (operator === OPS.constructPath && shapes.length < MOST_SHAPES)
      for (const path of listOf(values[1])) shapes.push(...shapesOf(path, matrix))
  }
  return { largestPicture, shapes, hasRecognizedText }
}

/** Returns a value as a list; an empty one if it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the transformation of an operator's values. */
export function matrixOf(value: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(value)
  return [a, b, c, d, e, f]
}

function numbersOf(value: unknown): readonly number[] {
  if (ArrayBuffer.isView(value) && Symbol.iterator in value) return Array.from(Object.values(value), Number)
  return listOf(value).map(Number)
}

/** Returns the transformation that applies `inner` and then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function areaOf([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c)
}

/** Codes of a path, with the number of values after each: move, line, cubic curve, quadratic curve, close. */
const LENGTHS = [2, 2, 6, 4, 0]
const [MOVE, CUBIC, QUADRATIC] = [0, 2, 3]

/** Returns the closed parts of a path. */
function shapesOf(path: unknown, [a, b, c, d, e, f]: Matrix): Shape[] {
  const values = numbersOf(path)
  const shapes: Shape[] = []
  let open: { left: number; bottom: number; right: number; top: number; hasCurves: boolean } | undefined
  for (let at = 0; at < values.length; ) {
    const code = values[at] ?? -1
    const length = LENGTHS[code]
    if (length === undefined) break
    if (code === MOVE) {
      if (open) shapes.push(open)
      open = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity, hasCurves: false }
    }
    for (let next = at + 1; open && next < at + length; next += 2) {
      const [x = 0, y = 0] = [values[next], values[next + 1]]
      const [pageX, pageY] = [a * x + c * y + e, b * x + d * y + f]
      open.left = Math.min(open.left, pageX)
      open.right = Math.max(open.right, pageX)
      open.bottom = Math.min(open.bottom, pageY)
      open.top = Math.max(open.top, pageY)
    }
    if (open && (code === CUBIC || code === QUADRATIC)) open.hasCurves = true
    at += length + 1
  }
  if (open) shapes.push(open)
  return shapes
}
