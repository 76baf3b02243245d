import { posix } from 'node:path'
import { UnreadableError } from '../../document-problems.ts'
import { type Archive, openArchive } from '../archive.ts'
import { type Block, blockSections, blocksText } from '../block.ts'
import { type Extracted, numberList, type SourceFile } from '../extracted.ts'
import { anyChartBlocks } from './any-chart.ts'
import { refuseCompoundFile } from './compound-file.ts'
import { mainPart, relationshipsOf } from './relationships.ts'
import { type Span, spread } from './sheet.ts'
import { LARGEST_STREAMED } from './xlsx.ts'
import { localName, readXml } from './xml.ts'

/**
 * Returns the slides of a presentation in order, each with its texts, tables, charts, diagrams and notes.
 * @throws UnreadableError `encrypted`, `inflated` or `damaged`
 */
export async function readPptx({ bytes }: SourceFile): Promise<Extracted> {
  refuseCompoundFile(bytes)
  const archive = await openArchive(bytes, LARGEST_STREAMED)
  const main = await mainPart(archive)
  if (main === undefined) throw new UnreadableError('damaged')
  const blocks: Block[] = []
  const slides: Record<'pictures' | 'illustrated' | 'emptyCharts' | 'commented', number[]> = {
    pictures: [],
    illustrated: [],
    emptyCharts: [],
    commented: [],
  }
  const files = new Set<string>()
  const repeated = new Set<string>()
  let number = 0
  for (const part of await slideParts(archive, main)) {
    const slide = await readSlide(archive, part)
    number += 1
    if (slide.isHidden) continue
    if (slide.isPicture) slides.pictures.push(number)
    else if (slide.isIllustrated) slides.illustrated.push(number)
    if (slide.lacksValues) slides.emptyCharts.push(number)
    if (slide.hasComments) slides.commented.push(number)
    for (const file of slide.files) files.add(file)
    for (const text of slide.repeated) repeated.add(text)
    if (slide.blocks.length === 0 && !slide.title) continue
    const title = slide.title ? `Slide ${number}: ${slide.title}` : `Slide ${number}`
    blocks.push({ kind: 'heading', level: 1, text: title }, ...slide.blocks)
  }
  if (repeated.size > 0)
    blocks.push({ kind: 'heading', level: 1, text: 'On every slide' }, { kind: 'text', text: [...repeated].join('\n') })
  const missing = [
    ...named(slides.pictures, 'These slides are pictures without text', 'Write their text in the notes of the slides.'),
    ...named(
      slides.illustrated,
      'These slides have large pictures beside little text',
      'Write what the pictures say in the notes of the slides.',
    ),
    ...named(slides.emptyCharts, 'These slides have charts without stored values', 'Write the values into a table.'),
    ...named(slides.commented, 'Comments on these slides are not read', 'Write them into the notes if they matter.'),
    ...[...files].map(
      (file) => `The file ${posix.basename(file)} in the presentation is not read. Upload it as a document of its own.`,
    ),
  ]
  return { sections: blockSections(blocks), missing }
}

function named(numbers: readonly number[], what: string, advice: string): string[] {
  return numbers.length > 0 ? [`${what}: ${numberList(numbers)}. ${advice}`] : []
}

async function slideParts(archive: Archive, main: string): Promise<string[]> {
  const related = new Map((await relationshipsOf(archive, main)).map(({ id, target }) => [id, target]))
  const ids: string[] = []
  await readXml(await archive.read(main), {
    open: (name, attributes) => {
      if (localName(name) !== 'sldId') return
      const [, id = ''] = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id')) ?? []
      ids.push(id)
    },
  })
  return ids.flatMap((id) => related.get(id) ?? []).filter((part) => archive.has(part))
}

interface Slide {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly isHidden: boolean
  readonly isPicture: boolean
  /** Whether a large picture without a description is beside little text. */
  readonly isIllustrated: boolean
  readonly lacksValues: boolean
  readonly hasComments: boolean
  /** Files within it. */
  readonly files: readonly string[]
  /** Texts that it shares with other slides. */
  readonly repeated: readonly string[]
}

/** A slide with less text may have its text in a large picture. */
const LEAST_TEXT = 200

async function readSlide(archive: Archive, part: string): Promise<Slide> {
  const slide = await readShapes(await archive.read(part))
  const blocks = [...slide.blocks]
  const files: string[] = []
  const repeated = [...slide.margins]
  let [lacksValues, hasComments] = [false, false]
  for (const { type, target } of await relationshipsOf(archive, part)) {
    if (!archive.has(target)) continue
    const chart = await anyChartBlocks(archive, { type, target })
    blocks.push(...chart.blocks)
    lacksValues ||= chart.lacksValues
    hasComments ||= type === 'comments'
    if (type === 'package' || type === 'oleObject') files.push(target)
    else if (type === 'slideLayout') repeated.push(...(await layoutTexts(archive, target)))
    if (type === 'diagramData') blocks.push(...(await readShapes(await archive.read(target))).blocks)
    else if (type === 'notesSlide') {
      const notes = (await readShapes(await archive.read(target))).blocks
      if (notes.length > 0) blocks.push({ kind: 'text', text: 'Notes:' }, ...notes)
    }
  }
  const isPicture = blocks.length === 0 && (slide.title ? slide.hasLargePicture : slide.hasPicture)
  const letters = blocksText(blocks).length
  const isIllustrated = slide.hasLargePicture && !slide.hasDescription && letters < LEAST_TEXT
  return { ...slide, blocks, isPicture, isIllustrated, lacksValues, hasComments, files, repeated }
}

/** Returns the texts that a layout and its master write on a slide, without their placeholders. */
async function layoutTexts(archive: Archive, layout: string): Promise<string[]> {
  const masters = (await relationshipsOf(archive, layout)).filter(({ type }) => type === 'slideMaster')
  const texts: string[] = []
  for (const target of [layout, ...masters.map((master) => master.target)]) {
    if (!archive.has(target)) continue
    texts.push(...(await readShapes(await archive.read(target))).own)
  }
  return texts
}

/** Placeholders with the number of the page and the like. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])

/** A third of a slide of 4:3, in square EMU. */
const LARGE_PICTURE = (9_144_000 * 6_858_000) / 3

async function readShapes(bytes: Uint8Array) {
  const blocks: Block[] = []
  const found = { title: '', isHidden: false, hasPicture: false, hasLargePicture: false, hasDescription: false }
  /** Texts below and above all slides, and texts of shapes that are no placeholders. */
  const [margins, own] = [[] as string[], [] as string[]]
  let [shape, line, kind] = [[] as string[], '', '']
  let [rows, cell, spans] = [[] as string[][], [] as string[], [] as Span[]]
  let [isInTable, isInPicture] = [false, false]
  /** Whether the first version of each alternative has text. */
  const alternatives: boolean[] = []
  await readXml(bytes, {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'sld') found.isHidden = attributes.show === '0' || attributes.show === 'false'
      else if (name === 'sp') [shape, kind] = [[], '']
      else if (name === 'ph') kind = attributes.type ?? 'body'
      else if (name === 'pic' || name === 'blip') {
        found.hasPicture = true
        isInPicture ||= name === 'pic'
      } else if (name === 'cNvPr' && isInPicture && attributes.descr?.trim()) {
        found.hasDescription = true
        blocks.push({ kind: 'text', text: attributes.descr.trim() })
      } else if (name === 'ext' && isInPicture)
        found.hasLargePicture ||= Number(attributes.cx) * Number(attributes.cy) >= LARGE_PICTURE
      else if (name === 'tbl') [rows, spans, isInTable] = [[], [], true]
      else if (name === 'tr') rows.push([])
      else if (name === 'tc') {
        cell = []
        const [row, height] = [rows.length - 1, Number(attributes.rowSpan ?? 1)]
        if (height > 1) spans.push({ row, column: rows[row]?.length ?? 0, rows: height, columns: 1 })
      } else if (name === 'br' || name === 'tab') line += ' '
      else if (name === 'AlternateContent') alternatives.push(false)
    },
    text: (text, path) => {
      if (localName(path.at(-1) ?? '') !== 't') return
      const version = path.findLast((each) => /(?:^|:)(?:Choice|Fallback)$/.test(each))
      if (version?.endsWith('Fallback') && alternatives.at(-1)) return
      if (version !== undefined && text.trim()) alternatives[alternatives.length - 1] ||= version.endsWith('Choice')
      line += text
    },
    close: (element) => {
      const name = localName(element)
      if (name === 'AlternateContent') alternatives.pop()
      else if (name === 'pic') isInPicture = false
      else if (name === 'p') {
        const text = line.trim()
        line = ''
        if (text) (isInTable ? cell : shape).push(text)
      } else if (name === 'tc') rows.at(-1)?.push(cell.join(' / '))
      else if (name === 'tbl') {
        isInTable = false
        spread(rows, spans)
        if (rows.length > 0) blocks.push({ kind: 'table', rows })
      } else if (name === 'sp' || element === 'dgm:pt') {
        const isTitle = kind === 'title' || kind === 'ctrTitle'
        if (isTitle && !found.title) found.title = shape.join(' ')
        else if (shape.length > 0 && !FURNITURE.has(kind)) {
          blocks.push({ kind: 'text', text: shape.join('\n') })
          if (kind === '') own.push(shape.join('\n'))
        } else if (kind === 'ftr' || kind === 'hdr') margins.push(...shape)
        ;[shape, kind] = [[], '']
      }
    },
  })
  if (shape.length > 0) blocks.push({ kind: 'text', text: shape.join('\n') })
  return { ...found, blocks, margins, own }
}
