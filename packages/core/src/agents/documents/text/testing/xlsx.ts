import { zip } from './zip.ts'

export interface Workbook {
  readonly strings?: readonly string[]
  /** Codes of custom number formats. */
  readonly formats?: Readonly<Record<number, string>>
  /** The number format of each cell style. */
  readonly styles?: readonly number[]
  readonly sheets: readonly {
    readonly name: string
    /** The rows as XML. */
    readonly rows: string
    readonly state?: string
    readonly merged?: readonly string[]
  }[]
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Builds a workbook. */
export function xlsx({ strings = [], formats = {}, styles = [], sheets }: Workbook): Buffer {
  const rels = (entries: readonly string[]) =>
    `<Relationships xmlns="${RELATIONSHIPS}">${entries.join('')}</Relationships>`
  const rel = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const parts = sheets.map(({ rows, merged = [] }, index) => {
    const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    return [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet><sheetData>${rows}</sheetData><mergeCells>${cells}</mergeCells></worksheet>`,
    ]
  })
  const named = sheets.map(
    ({ name, state }, index) => `<sheet name="${name}" r:id="s${index + 1}"${state ? ` state="${state}"` : ''}/>`,
  )
  return zip({
    '_rels/.rels': rels([rel('r1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels([
      ...sheets.map((_, index) => rel(`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
      rel('st', 'sharedStrings', 'sharedStrings.xml'),
      rel('sy', 'styles', '/xl/styles.xml'),
    ]),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${Object.entries(formats)
      .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
      .join(
        '',
      )}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
  })
}
