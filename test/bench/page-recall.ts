import { PAGES } from '../page-recall/pages.ts'
import { OURS, READERS } from '../page-recall/readers.ts'
import { recallOf } from '../page-recall/recall.ts'
import { printFindings } from './judge.ts'

/** Prints the recall of facts of each reader of pages. Exits with 1 if the service's reader misses a fact. */
export async function run(): Promise<void> {
  const pages = Object.entries(PAGES)
  const total = pages.reduce((sum, [, { facts }]) => sum + facts.length, 0)
  const rows: Record<string, object> = {}
  const broken: string[] = []
  for (const [reader, read] of Object.entries(READERS)) {
    let missed = 0
    let unwanted = 0
    let whole = 0
    const started = process.cpuUsage()
    for (const [name, page] of pages) {
      const found = recallOf(page, await read(page.html))
      missed += found.missing.length
      unwanted += found.unwanted.length
      if (found.missing.length === 0) whole += 1
      if (reader === OURS) broken.push(...found.missing.map((fact) => `${name}: ${fact}`))
    }
    const { user } = process.cpuUsage(started)
    rows[reader] = {
      'recall %': Math.round((1000 * (total - missed)) / total) / 10,
      'pages read whole': `${whole} of ${pages.length}`,
      'unseen texts': unwanted,
      'ms a page': Math.round(user / 100 / pages.length) / 10,
    }
  }
  console.log(`Recall of ${total} facts in ${pages.length} pages`)
  console.table(rows)
  printFindings({ figures: {}, broken: { 'every fact is read': broken } })
}
