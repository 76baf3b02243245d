import { randomBytes } from 'node:crypto'

/** Builds a PDF with one page for each list of lines. An empty line starts a paragraph. */
export function pdf(pages: readonly (readonly string[])[], { encrypted = false } = {}): Uint8Array {
  const contents = pages.map((lines) => {
    const shown = lines.map((line) => `${literal(line)} Tj 0 -14 Td`)
    return `BT /F1 12 Tf 20 700 Td ${shown.join(' ')} ET`
  })
  return drawnPdf(contents, { encrypted })
}

export interface DrawnPdf {
  /** The font objects besides `F1`, Helvetica, by name. */
  readonly fonts?: Readonly<Record<string, string>>
  readonly encrypted?: boolean
  /** Annotations of all pages, without their brackets. */
  readonly annotations?: readonly string[]
}

/** Builds a PDF with one page for each content stream. `/Im1 Do` draws a picture of 200 × 200 pixels. */
export function drawnPdf(
  contents: readonly string[],
  { fonts = {}, encrypted = false, annotations = [] }: DrawnPdf = {},
): Uint8Array {
  const pixels = '\x00'.repeat(5000)
  const fontObjects = ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>', ...Object.values(fonts)]
  const names = ['F1', ...Object.keys(fonts)]
  const picture = 3 + fontObjects.length
  const first = picture + 1
  const resources = `<</Font<<${names.map((name, index) => `/${name} ${3 + index} 0 R`).join('')}>>/XObject<</Im1 ${picture} 0 R>>>>`
  const annots =
    annotations.length > 0 ? `/Annots[${annotations.map((each) => `<</Type/Annot${each}>>`).join('')}]` : ''
  const kids = contents.map((_, index) => `${first + 2 * index} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${contents.length}>>`,
    ...fontObjects,
    `<</Type/XObject/Subtype/Image/Width 200/Height 200/ColorSpace/DeviceGray/BitsPerComponent 1/Length ${pixels.length}>>\nstream\n${pixels}\nendstream`,
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${first + 1 + 2 * index} 0 R/Resources${resources}${annots}>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ]),
  ]
  const key = () => `<${randomBytes(32).toString('hex')}>`
  const lock = encrypted ? `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O${key()}/U${key()}>>/ID[<00><00>]` : ''
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${lock}>>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(`${file}${xref}${trailer}`, 'latin1')
}

function literal(text: string): string {
  return `(${text.replace(/[()\\]/g, '\\$&')})`
}

/** Returns the drawing of a text at a place. */
export function drawn(text: string, x: number, y: number): string {
  return `BT /F1 12 Tf ${x} ${y} Td ${literal(text)} Tj ET`
}

/** Returns the drawing of a text as two bytes for each character, in a font of `cidFont`. */
export function drawnWide(font: string, text: string, x: number, y: number): string {
  const bytes = Buffer.from(text, 'utf16le').swap16().toString('hex')
  return `BT /${font} 12 Tf ${x} ${y} Td <${bytes}> Tj ET`
}

/** Returns a font with thousands of characters that is not in the file, such as those of Adobe's collections. */
export function cidFont(name: string, ordering: string, encoding: string): string {
  const info = `<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>`
  const descriptor = `<</Type/FontDescriptor/FontName/${name}/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 752/CapHeight 737/Descent -271/StemV 58>>`
  return `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo${info}/DW 1000/FontDescriptor${descriptor}>>]>>`
}
