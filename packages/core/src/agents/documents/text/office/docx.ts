import { posix } from 'node:path'
import { type Archive, openArchive } from '../archive.ts'
import { type Block, blockSections, blocksText } from '../block.ts'
import { decodeText } from '../decode-text.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { declaredInMarkup } from '../html/declared-encoding.ts'
import { pageSections } from '../html/page-sections.ts'
import type { Section } from '../split-passages.ts'
import { anyChartBlocks } from './any-chart.ts'
import { refuseCompoundFile } from './compound-file.ts'
import { rewriteDocx } from './docx-markup.ts'
import { ParagraphNumbers, readNumbering } from './docx-numbering.ts'
import { mainPart, type Relationship, relationshipsOf } from './relationships.ts'
import { readRtf } from './rtf.ts'
import { localName, readXml } from './xml.ts'

/** Maximum size of all unpacked parts. A tree of XML takes 60 times the size of its text, and the function has 1 GB. */
const LARGEST_PARTS = 12 * 1024 * 1024

/**
 * Returns a section for each heading, without pictures, then the headers and footers of the pages.
 * @throws UnreadableError `encrypted`, `inflated`, `damaged` or `too_long`
 */
export async function readDocx({ bytes }: SourceFile, depth = 0): Promise<Extracted> {
  refuseCompoundFile(bytes)
  const archive = readOnce(await openArchive(bytes, LARGEST_PARTS))
  let pictures = 0
  const choices: string[] = []
  const main = (await mainPart(archive)) ?? 'word/document.xml'
  const related = await relationshipsOf(archive, main)
  const numbering = await readNumbering(archive, related)
  const file = {
    exists: (name: string) => archive.has(name),
    read: async (name: string, encoding?: string) => {
      const part = await archive.read(name)
      if (!encoding) return part
      const xml = new TextDecoder(encoding).decode(part)
      if (!TEXT_PART.test(name)) return xml
      const rewritten = await rewriteDocx(xml, new ParagraphNumbers(numbering))
      pictures += rewritten.pictures
      choices.push(...rewritten.choices)
      return rewritten.markup
    },
  }
  // mammoth reads the parts from `file`, which its types do not have. The types require another input.
  const input = { file, arrayBuffer: new ArrayBuffer(0) }
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(input)
  const text = await pageSections(value)
  const rest = await relatedTexts(archive, related, depth)
  const margins = await marginTexts(archive)
  const length = text.reduce((sum, section) => sum + section.text.length, 0)
  const missing = [...rest.missing]
  if (pictures > 0 && length < LEAST_TEXT * pictures)
    missing.push(
      `The document has ${pictures} large ${pictures === 1 ? 'picture' : 'pictures'} without a description. Write what they show as text.`,
    )
  // The choices still have the entities of the markup, which the reader of pages decodes.
  const fields = await pageSections(choices.map((each) => `<p>${each}</p>`).join(''))
  const others = [...fields.map((section) => section.text), margins].filter(Boolean)
  return { sections: [...text, ...rest.sections, ...others.map((each) => ({ place: '', text: each }))], missing }
}

/** Returns an archive that unpacks each part once: the styles have numbers, which the reader of the text does not read. */
function readOnce(archive: Archive): Archive {
  const parts = new Map<string, Promise<Buffer>>()
  return {
    ...archive,
    read(name) {
      const part = parts.get(name) ?? archive.read(name)
      parts.set(name, part)
      return part
    },
  }
}

/** Parts with text of the document. Others have its styles. */
const TEXT_PART = /(?:document\d*|footnotes|endnotes|comments)\.xml$/
/** A document with less text for each of its large pictures is pictures, such as scans or screenshots. */
const LEAST_TEXT = 300

/** Returns the texts of the parts that the document refers to, except those that its reader reads. */
async function relatedTexts(
  archive: Archive,
  related: readonly Relationship[],
  depth: number,
): Promise<Required<Omit<Extracted, 'title' | 'notes'>>> {
  const sections: Section[] = []
  const missing: string[] = []
  for (const { type, target } of related) {
    if (!archive.has(target)) continue
    const chart = await anyChartBlocks(archive, { type, target })
    sections.push(...blockSections(chart.blocks))
    if (chart.lacksValues) missing.push('The document has a chart without stored values. Write them into a table.')
    if (type === 'diagramData') sections.push(...blockSections(await lineBlocks(await archive.read(target))))
    else if (type === 'aFChunk') {
      const read = await readChunk(target, await archive.read(target), depth)
      if (read) sections.push(...read)
      else missing.push(notRead(target))
    } else if (type === 'comments' && (await lineBlocks(await archive.read(target))).length > 0)
      missing.push('Comments on the text are not read. Write them into the text, if they matter.')
    else if (type === 'package' || type === 'oleObject') missing.push(notRead(target))
  }
  return { sections, missing }
}

function notRead(target: string): string {
  return `The file ${posix.basename(target)} in the document is not read. Upload it as a document of its own.`
}

/** Returns a part that another program put into the document, or undefined for a type that is not read. */
async function readChunk(name: string, bytes: Uint8Array, depth: number): Promise<readonly Section[] | undefined> {
  const type = posix.extname(name).toLowerCase()
  if (/^\.x?html?$/.test(type))
    return await pageSections(await decodeText(bytes, { declared: declaredInMarkup(bytes) }))
  if (type === '.docx' && depth < DEEPEST_CHUNK)
    return (await readDocx({ bytes, encoding: undefined }, depth + 1)).sections
  if (type === '.txt') return [{ place: '', text: await decodeText(bytes) }]
  return type === '.rtf' ? (await readRtf({ bytes, encoding: undefined })).sections : undefined
}

/** A document in a document in a document is the last one that is read. */
const DEEPEST_CHUNK = 2

const MARGIN = /^word\/(?:header|footer)\d*\.xml$/

/** Returns the texts of headers and footers, each once. */
async function marginTexts(archive: Archive): Promise<string> {
  const texts: string[] = []
  for (const name of archive.names.filter((each) => MARGIN.test(each)))
    texts.push(blocksText(await lineBlocks(await archive.read(name))))
  return [...new Set(texts.filter(Boolean))].join('\n\n')
}

/** Returns the paragraphs of a part. */
async function lineBlocks(bytes: Uint8Array): Promise<Block[]> {
  const blocks: Block[] = []
  let line = ''
  await readXml(bytes, {
    text: (text, path) => {
      const isFallback = path.some((each) => localName(each) === 'Fallback')
      if (localName(path.at(-1) ?? '') === 't' && !isFallback) line += text
    },
    close: (element) => {
      const name = localName(element)
      if (name === 'tab' || name === 'br') line += ' '
      if (name !== 'p') return
      if (line.trim()) blocks.push({ kind: 'text', text: line.trim() })
      line = ''
    },
  })
  return blocks
}
