import { type Archive, openArchive } from '../archive.ts'
import { type Block, blocksText } from '../block.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { pageSections } from '../html/page-sections.ts'
import { refuseCompoundFile } from './compound-file.ts'
import { readXml } from './xml.ts'

/** Maximum size of all unpacked parts. A tree of XML takes 60 times the size of its text, and the function has 1 GB. */
const LARGEST_PARTS = 12 * 1024 * 1024

/**
 * Returns a section for each heading, without pictures, then the headers and footers of the pages.
 * @throws UnreadableError `encrypted`, `inflated`, `damaged` or `too_long`
 */
export async function readDocx({ bytes }: SourceFile): Promise<Extracted> {
  refuseCompoundFile(bytes)
  const archive = await openArchive(bytes, LARGEST_PARTS)
  const file = {
    exists: (name: string) => archive.has(name),
    read: async (name: string, encoding?: string) => {
      const part = await archive.read(name)
      return encoding ? new TextDecoder(encoding).decode(part) : part
    },
  }
  // mammoth reads the parts from `file`, which its types do not have. The types require another input.
  const input = { file, arrayBuffer: new ArrayBuffer(0) }
  const { default: mammoth } = await import('mammoth')
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml(input, { convertImage })
  const margins = await marginTexts(archive)
  return {
    sections: [...(await pageSections(value)), ...(margins ? [{ place: '', text: margins }] : [])],
  }
}

const MARGIN = /^word\/(?:header|footer)\d*\.xml$/

/** Returns the texts of headers and footers, each once. */
async function marginTexts(archive: Archive): Promise<string> {
  const texts: string[] = []
  for (const name of archive.names.filter((each) => MARGIN.test(each))) {
    const blocks: Block[] = []
    let line = ''
    await readXml(await archive.read(name), {
      text: (text, path) => {
        if (path.at(-1) === 'w:t') line += text
      },
      close: (element) => {
        if (element === 'w:tab' || element === 'w:br') line += ' '
        if (element !== 'w:p') return
        if (line.trim()) blocks.push({ kind: 'text', text: line.trim() })
        line = ''
      },
    })
    texts.push(blocksText(blocks))
  }
  return [...new Set(texts.filter(Boolean))].join('\n\n')
}
