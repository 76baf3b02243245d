import { randomBytes } from 'node:crypto'

/** Builds a PDF with one page for each list of lines. An empty line starts a paragraph. */
export function pdf(pages: readonly (readonly string[])[], { encrypted = false } = {}): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`)
      const content = `BT /F1 12 Tf 20 700 Td ${shown.join(' ')} ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${5 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]
    }),
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
