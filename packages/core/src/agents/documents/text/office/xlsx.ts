import { posix } from 'node:path'
import { UnreadableError } from '../../document-problems.ts'
import { type Archive, openArchive } from '../archive.ts'
import { type Block, blockSections } from '../block.ts'
import type { Extracted, SourceFile } from '../extracted.ts'
import { anyChartBlocks } from './any-chart.ts'
import { refuseCompoundFile } from './compound-file.ts'
import { relationshipsOf } from './relationships.ts'
import { sheetBlocks, spread } from './sheet.ts'
import { type FindCells, openWorkbook, type Sheet } from './workbook.ts'
import { localName, readXml } from './xml.ts'

/** Maximum size of all unpacked parts. They are read without a tree. */
export const LARGEST_STREAMED = 64 * 1024 * 1024
/** Maximum number of cells that are kept. */
const MOST_CELLS = 2_000_000
/** A sheet with less text beside a large picture may have its text in the picture. */
const LEAST_TEXT = 200

/**
 * Returns the visible sheets of a workbook with the values as they are shown: results of formulas, dates, and merged
 * cells in each of their rows. The choices of cells, and what is printed around a sheet, are below it.
 * @throws UnreadableError `encrypted`, `inflated` or `damaged`
 */
export async function readXlsx({ bytes }: SourceFile): Promise<Extracted> {
  refuseCompoundFile(bytes)
  const archive = await openArchive(bytes, LARGEST_STREAMED)
  const book = await openWorkbook(archive)
  const blocks: Block[] = []
  const missing: string[] = []
  let cells = 0
  for (const each of book.sheets) {
    const { name, part } = each
    if (!each.isVisible) continue
    const quoted = JSON.stringify(name)
    const drawn = await readDrawings(archive, part, book.findCells)
    if (drawn.emptyCharts > 0)
      missing.push(
        each.isChart
          ? `The sheet ${quoted} is a chart without stored values. Write them into cells.`
          : `The sheet ${quoted} has a chart without stored values. Write them into cells.`,
      )
    missing.push(
      ...drawn.files.map(
        (file) => `The file ${posix.basename(file)} in the workbook is not read. Upload it as a document of its own.`,
      ),
    )
    if (each.isChart) {
      if (drawn.blocks.length > 0) blocks.push({ kind: 'heading', level: 1, text: name }, ...drawn.blocks)
      else if (drawn.emptyCharts === 0)
        missing.push(`The sheet ${quoted} is a chart without stored values. Write them into cells.`)
      continue
    }
    const sheet = await book.read(each)
    cells += sheet.rows.reduce((sum, row) => sum + row.length, 0)
    if (cells > MOST_CELLS) throw new UnreadableError('too_long')
    spread(sheet.rows, sheet.spans)
    const tables = sheetBlocks(name, sheet.rows)
    const choices = await choicesOf(sheet, name, book.findCells)
    const lines = [...new Set([...choices.lines, ...sheet.margins])]
    const others = [...drawn.blocks, ...(lines.length > 0 ? [{ kind: 'text' as const, text: lines.join('\n') }] : [])]
    if (tables.length === 0 && others.length > 0) blocks.push({ kind: 'heading', level: 1, text: name })
    blocks.push(...tables, ...others)
    const letters = sheet.rows.flat().join('').length
    if (sheet.rows.length === 0 && drawn.blocks.length === 0 && drawn.hasPicture)
      missing.push(`The sheet ${quoted} is a picture without text. Write what it shows into cells.`)
    else if (drawn.hasLargePicture && letters < LEAST_TEXT)
      missing.push(`The sheet ${quoted} has a large picture beside little text. Write what it shows into cells.`)
    if (sheet.unknown > 0)
      missing.push(
        `The sheet ${quoted} has formulas without a stored result: ${sheet.unknown}. Open the file in a spreadsheet program and save it.`,
      )
    if (choices.unknown.length > 0)
      missing.push(
        `The sheet ${quoted} has choices that are computed, which are not read: ${choices.unknown.slice(0, MOST_NAMED).join(', ')}. Write them into cells.`,
      )
  }
  return { sections: blockSections(blocks), missing }
}

const MOST_NAMED = 5
const LONGEST_CHOICES = 20_000

/** Returns what may be chosen in cells, as lines, and the cells whose choices are not known. */
async function choicesOf({ validations }: Pick<Sheet, 'validations'>, sheet: string, findCells: FindCells) {
  const lines: string[] = []
  const unknown: string[] = []
  for (const { cells, formula, prompt } of validations) {
    if (prompt) lines.push(`${cells}: ${prompt}`)
    if (!formula) continue
    const [, written] = /^"(.*)"$/s.exec(formula) ?? []
    const own = /^\$?[A-Z]{1,3}\$?\d/i.test(formula) ? `'${sheet.replaceAll("'", "''")}'!${formula}` : formula
    const values = written?.split(',').map((value) => value.trim()) ?? (await findCells(own))
    if (values && values.length > 0) lines.push(`${cells}: ${values.join(', ').slice(0, LONGEST_CHOICES)}`)
    else unknown.push(cells)
  }
  return { lines, unknown }
}

/** Smallest large picture, in rows and columns, and in EMU: 360,000 are a centimetre. */
const [LARGE_ROWS, LARGE_COLUMNS, LARGE_SIDE] = [15, 4, 3_600_000]
const TEXTS = new Set(['drawing', 'comments', 'threadedComment', 'diagramData'])

/** Returns the texts of shapes, notes, controls and diagrams on a sheet, its charts, and the files within it. */
async function readDrawings(archive: Archive, sheet: string, findCells: FindCells) {
  const texts = new Set<string>()
  const charts: Block[] = []
  const files: string[] = []
  const found = { hasPicture: false, hasLargePicture: false, emptyCharts: 0 }
  const readTexts = async (target: string) => {
    const isCounted = { from: [0, 0], to: [0, 0], cx: 0, cy: 0 }
    let [line, control] = ['', '']
    await readXml(await archive.read(target), {
      open: (element, attributes) => {
        const name = localName(element)
        if (name === 'ext' && attributes.cx)
          [isCounted.cx, isCounted.cy] = [Number(attributes.cx), Number(attributes.cy)]
        if (name === 'blip') {
          found.hasPicture = true
          const [rows = 0, columns = 0] = isCounted.to.map((to, index) => to - (isCounted.from[index] ?? 0))
          found.hasLargePicture ||=
            (rows >= LARGE_ROWS && columns >= LARGE_COLUMNS) ||
            (isCounted.cx >= LARGE_SIDE && isCounted.cy >= LARGE_SIDE)
        }
        if (name === 'cNvPr' && attributes.descr?.trim()) texts.add(attributes.descr.trim())
        // The notes of cells are in a part of their own.
        if (name === 'ClientData' && attributes.ObjectType !== 'Note' && control.trim()) texts.add(control.trim())
        if (name === 'shape') control = ''
      },
      text: (text, path) => {
        const name = localName(path.at(-1) ?? '')
        if (name === 't' || name === 'text') line += text
        else if (path.some((each) => localName(each) === 'textbox')) control += text
        else if (name === 'row' || name === 'col') {
          const corner = path.some((each) => localName(each) === 'to') ? isCounted.to : isCounted.from
          corner[name === 'row' ? 0 : 1] = Number(text)
        }
      },
      close: (element) => {
        const name = localName(element)
        if (name !== 'p' && name !== 'comment' && name !== 'threadedComment') return
        if (line.trim()) texts.add(line.trim())
        line = ''
      },
    })
  }
  for (const { type, target } of await relationshipsOf(archive, sheet)) {
    if (type === 'package' || type === 'oleObject') files.push(target)
    if ((!TEXTS.has(type) && type !== 'vmlDrawing') || !archive.has(target)) continue
    await readTexts(target)
    for (const part of await relationshipsOf(archive, target)) {
      const chart = await anyChartBlocks(archive, part, findCells)
      charts.push(...chart.blocks)
      if (chart.lacksValues) found.emptyCharts += 1
      if (part.type === 'diagramData' && archive.has(part.target)) await readTexts(part.target)
    }
  }
  const text = [...texts].join('\n')
  return { ...found, files, blocks: [...(text ? [{ kind: 'text' as const, text }] : []), ...charts] }
}
