import { spawnSync } from 'node:child_process'
import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { readFile } from '@replywright/core/agents/documents/text/read-file.ts'
import { drawn, drawnPdf } from '../../packages/core/src/agents/documents/text/testing/pdf.ts'
import { xlsx } from '../../packages/core/src/agents/documents/text/testing/xlsx.ts'
import { docx, zip } from '../../packages/core/src/agents/documents/text/testing/zip.ts'

const LINE = 'The oak chair number 1234 costs 49.90 euros and is delivered in three days.'
const times = <Part>(count: number, part: (index: number) => Part) =>
  Array.from({ length: count }, (_, index) => part(index))
const paragraphs = (count: number, open: string, close: string) =>
  times(count, () => `${open}${LINE}${close}`).join('\n')
const COUNT = 60_000

/** The largest files that are read whole: nearly five million characters, or as much as a limit of the type allows. */
const LARGEST: Readonly<Record<string, () => string | Uint8Array>> = {
  txt: () => paragraphs(COUNT, '', ''),
  md: () => paragraphs(COUNT, '## Chair\n', ''),
  json: () => JSON.stringify(times(COUNT, () => LINE)),
  csv: () => `name;price;text\n${paragraphs(COUNT, 'a;b;', '')}`,
  html: () => `<main>${paragraphs(COUNT, '<div class="product"><h3>Chair</h3><p>', '</p></div>')}</main>`,
  pdf: () => drawnPdf(times(1000, () => times(50, (row) => drawn(LINE, 40, 780 - 15 * row)).join(' '))),
  docx: () => docx(times(COUNT, () => LINE)),
  xlsx: () =>
    xlsx({
      sheets: [
        {
          name: 'All',
          rows: times(
            COUNT,
            (index) => `<row><c t="inlineStr"><is><t>${LINE}</t></is></c><c><v>${index}</v></c></row>`,
          ).join(''),
        },
      ],
    }),
  odt: () => zip({ 'content.xml': `<office:text>${paragraphs(COUNT, '<text:p>', '</text:p>')}</office:text>` }),
  rtf: () => `{\\rtf1\\ansi ${paragraphs(COUNT, '', '\\par')}}`,
  eml: () => `Subject: a\r\nContent-Type: text/plain\r\n\r\n${paragraphs(COUNT, '', '\r')}`,
}

/** Prints the time and the memory of reading the largest file of each type, each in a process of its own. */
export async function run([kind]: readonly string[]): Promise<void> {
  if (kind !== undefined) return await measure(kind)
  const rows: Record<string, object> = {}
  for (const each of Object.keys(LARGEST)) {
    const { stdout } = spawnSync(process.execPath, [new URL('main.ts', import.meta.url).pathname, 'extract', each], {
      encoding: 'utf8',
    })
    rows[each] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}')
  }
  console.table(rows)
}

async function measure(kind: string): Promise<void> {
  process.env.STAGE ??= 'bench'
  const content = LARGEST[kind]?.()
  const [, type] = Object.entries(DOCUMENT_TYPES).find(([known]) => known === kind) ?? []
  if (content === undefined || type === undefined) throw new Error(`There is no file of type ${kind}.`)
  const bytes = Buffer.from(content)
  const before = process.memoryUsage().rss
  const started = process.cpuUsage()
  const { passages = [], problem, missing } = await readFile(bytes, type)
  const { user, system } = process.cpuUsage(started)
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0)
  console.log(
    JSON.stringify({
      'file MB': Math.round(bytes.length / 1e5) / 10,
      'million characters': Math.round(characters / 1e5) / 10,
      seconds: Math.round((user + system) / 1e5) / 10,
      'peak MB': Math.round(process.resourceUsage().maxRSS / 1024),
      'MB before': Math.round(before / 2 ** 20),
      result: problem ?? missing ?? 'ready',
    }),
  )
}
