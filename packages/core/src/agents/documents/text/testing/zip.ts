import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipDefects {
  /** The unpacked size of each entry in the directory. */
  readonly declaredSize?: number
  /** The number of entries in the end record. */
  readonly declaredEntries?: number
  /** Whether all entries of the directory point at the data of the first one. */
  readonly overlapping?: boolean
}

export function zip(
  files: Readonly<Record<string, string | Uint8Array>>,
  { declaredSize, declaredEntries = Object.keys(files).length, overlapping = false }: ZipDefects = {},
): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declaredSize ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(overlapping ? 0 : offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, entry, Buffer.from(name))
    if (overlapping && offset > 0) continue
    locals.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(declaredEntries, 8)
  end.writeUInt16LE(declaredEntries, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, entries, end])
}

const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Builds a Word document with these paragraphs. Those that start with `# ` are headings. */
export function docx(paragraphs: readonly string[], defects: ZipDefects = {}): Buffer {
  const body = paragraphs.map((text) => {
    const heading = text.startsWith('# ') ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p>${heading}<w:r><w:t>${text.replace(/^# /, '')}</w:t></w:r></w:p>`
  })
  const style = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}">${style}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${body.join('')}</w:body></w:document>`,
  }
  return zip(parts, defects)
}
