import { type Drawing, listOf, type Matrix, matrixOf, multiply, START } from '../drawn-page.ts'

/** Numbers of the library's operators that place pictures. */
export interface PictureOperators {
  readonly save: number
  readonly restore: number
  readonly transform: number
  readonly setGState: number
  readonly setFillRGBColor: number
  readonly paintFormXObjectBegin: number
  readonly paintFormXObjectEnd: number
  readonly paintImageXObject: number
  readonly paintInlineImageXObject: number
  readonly paintImageMaskXObject: number
  readonly paintImageXObjectRepeat: number
  readonly paintImageMaskXObjectRepeat: number
  readonly paintImageMaskXObjectGroup: number
  readonly paintInlineImageXObjectGroup: number
}

/** A picture on a page. It fills the unit square, which `matrix` transforms to points of the page. */
export interface PlacedPicture {
  /** The name of the decoded picture, or the picture. */
  readonly source: unknown
  readonly matrix: Matrix
  /** The brightness, 0 to 255, with which a stencil is painted; undefined for a picture with colours of its own. */
  readonly ink: number | undefined
}

/** A page with more is no scan. */
const MOST_PICTURES = 500

/** Returns the pictures of a page in the order in which they are painted, or undefined if some cannot be painted here. */
export function placedPictures({ fnArray, argsArray }: Drawing, OPS: PictureOperators): PlacedPicture[] | undefined {
  const unknown = [
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintInlineImageXObjectGroup,
  ]
  const saved: { readonly matrix: Matrix; readonly ink: number }[] = []
  const pictures: PlacedPicture[] = []
  let [matrix, ink] = [START, 0]
  const restore = () => {
    const state = saved.pop()
    ;[matrix, ink] = [state?.matrix ?? START, state?.ink ?? 0]
  }
  for (let index = 0; index < fnArray.length; index += 1) {
    const operator = fnArray[index] ?? -1
    const values = listOf(argsArray[index])
    if (unknown.includes(operator) || (operator === OPS.setGState && hasMask(values))) return undefined
    if (operator === OPS.save) saved.push({ matrix, ink })
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) restore()
    else if (operator === OPS.transform) matrix = multiply(matrix, matrixOf(values))
    else if (operator === OPS.setFillRGBColor) ink = brightnessOf(values[0])
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push({ matrix, ink })
      matrix = multiply(matrix, matrixOf(values[0]))
    } else if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject)
      pictures.push({ source: values[0], matrix, ink: undefined })
    else if (operator === OPS.paintImageMaskXObject) pictures.push({ source: values[0], matrix, ink })
    if (pictures.length > MOST_PICTURES) return undefined
  }
  return pictures
}

/** Returns whether a graphics state hides parts of what is painted after it. */
function hasMask(values: readonly unknown[]): boolean {
  return listOf(values[0]).some((entry) => {
    const [name, value] = listOf(entry)
    return name === 'SMask' && value !== false && value !== null
  })
}

/** Returns the brightness of a colour `#rrggbb`; 0 for another one. */
function brightnessOf(color: unknown): number {
  const [, red = '0', green = '0', blue = '0'] =
    /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(typeof color === 'string' ? color : '') ?? []
  return brightness(Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16))
}

/** Returns how bright a colour is, from 0 to 255 as its parts are. */
export function brightness(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
}
