import { UnreadableError } from '../../document-entity.ts'
import { type Archive, openArchive } from '../archive.ts'
import { type Block, blockSections } from '../block.ts'
import { type Extracted, numberList, type SourceFile } from '../extracted.ts'
import { refuseCompoundFile } from './compound-file.ts'
import { mainPart, relationshipsOf } from './relationships.ts'
import { LARGEST_STREAMED } from './xlsx.ts'
import { readXml } from './xml.ts'

/**
 * Returns the slides of a presentation in order, each with its texts, tables, diagrams and notes.
 * @throws UnreadableError `encrypted`, `inflated` or `damaged`
 */
export async function readPptx({ bytes }: SourceFile): Promise<Extracted> {
  refuseCompoundFile(bytes)
  const archive = await openArchive(bytes, LARGEST_STREAMED)
  const main = await mainPart(archive)
  if (main === undefined) throw new UnreadableError('damaged')
  const blocks: Block[] = []
  const pictures: number[] = []
  let number = 0
  for (const part of await slideParts(archive, main)) {
    const slide = await readSlide(archive, part)
    number += 1
    if (slide.isHidden) continue
    if (slide.isPicture) pictures.push(number)
    if (slide.blocks.length === 0) continue
    const title = slide.title ? `Slide ${number}: ${slide.title}` : `Slide ${number}`
    blocks.push({ kind: 'heading', level: 1, text: title }, ...slide.blocks)
  }
  const missing =
    pictures.length > 0
      ? [
          `These slides are pictures without text: ${numberList(pictures)}. Write their text in the notes of the slides.`,
        ]
      : []
  return { sections: blockSections(blocks), missing }
}

async function slideParts(archive: Archive, main: string): Promise<string[]> {
  const related = new Map((await relationshipsOf(archive, main)).map(({ id, target }) => [id, target]))
  const ids: string[] = []
  await readXml(await archive.read(main), {
    open: (name, attributes) => {
      if (name === 'p:sldId') ids.push(attributes['r:id'] ?? '')
    },
  })
  return ids.flatMap((id) => related.get(id) ?? []).filter((part) => archive.has(part))
}

interface Slide {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly isHidden: boolean
  readonly isPicture: boolean
}

async function readSlide(archive: Archive, part: string): Promise<Slide> {
  const slide = await readShapes(await archive.read(part))
  const blocks = [...slide.blocks]
  for (const { type, target } of await relationshipsOf(archive, part)) {
    if (!archive.has(target)) continue
    if (type === 'diagramData') blocks.push(...(await readShapes(await archive.read(target))).blocks)
    else if (type === 'notesSlide') {
      const notes = (await readShapes(await archive.read(target))).blocks
      if (notes.length > 0) blocks.push({ kind: 'text', text: 'Notes:' }, ...notes)
    }
  }
  return { ...slide, blocks, isPicture: slide.hasPicture && !slide.title && blocks.length === 0 }
}

/** Placeholders with the number of the page and the like. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])

async function readShapes(bytes: Uint8Array) {
  const blocks: Block[] = []
  const found = { title: '', isHidden: false, hasPicture: false }
  let [shape, line, kind] = [[] as string[], '', '']
  let [rows, cell] = [[] as string[][], [] as string[]]
  let isInTable = false
  await readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'p:sld') found.isHidden = attributes.show === '0' || attributes.show === 'false'
      else if (name === 'p:sp') [shape, kind] = [[], '']
      else if (name === 'p:ph') kind = attributes.type ?? 'body'
      else if (name === 'p:pic' || name === 'a:blip') found.hasPicture = true
      else if (name === 'a:tbl') [rows, isInTable] = [[], true]
      else if (name === 'a:tr') rows.push([])
      else if (name === 'a:tc') cell = []
      else if (name === 'a:br' || name === 'a:tab') line += ' '
    },
    text: (text, path) => {
      if (path.at(-1) === 'a:t') line += text
    },
    close: (name) => {
      if (name === 'a:p') {
        const text = line.trim()
        line = ''
        if (text) (isInTable ? cell : shape).push(text)
      } else if (name === 'a:tc') rows.at(-1)?.push(cell.join(' / '))
      else if (name === 'a:tbl') {
        isInTable = false
        if (rows.length > 0) blocks.push({ kind: 'table', rows })
      } else if (name === 'p:sp' || name === 'dgm:pt') {
        const isTitle = kind === 'title' || kind === 'ctrTitle'
        if (isTitle && !found.title) found.title = shape.join(' ')
        else if (shape.length > 0 && !FURNITURE.has(kind)) blocks.push({ kind: 'text', text: shape.join('\n') })
        ;[shape, kind] = [[], '']
      }
    },
  })
  if (shape.length > 0) blocks.push({ kind: 'text', text: shape.join('\n') })
  return { ...found, blocks }
}
