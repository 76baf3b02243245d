import { gunzipSync, gzipSync } from 'node:zlib'
import { loadAnalyzer } from '@replywright/core/agents/documents/search/analyzer.ts'
import { fuseRanks } from '@replywright/core/agents/documents/search/fuse-ranks.ts'
import { nearestPassages } from '@replywright/core/agents/documents/search/nearest-passages.ts'
import { decodePart, encodePart, partOf, sizeOf } from '@replywright/core/agents/documents/search/parts.ts'
import { passageRanking } from '@replywright/core/agents/documents/search/rank-passages.ts'
import { searchSegments } from '@replywright/core/agents/documents/search/search-segments.ts'
import { buildSegment } from '@replywright/core/agents/documents/search/segment.ts'
import { helpArticles, questions } from '@replywright/core/agents/documents/search/testing/help-centre/help-centre.ts'
import { splitPassages } from '@replywright/core/agents/documents/text/split-passages.ts'
import { quantize } from '@replywright/core/agents/models/quantize.ts'
import { embeddingOf } from '@replywright/simulators/model/embedding.ts'

const FOUND = 5
const FUSED = 50
const DOCUMENTS = 1000

/** Prints the recall of the search by words and by vectors of the simulated model, combined. */
async function measureHybrid(): Promise<void> {
  const analyzer = await loadAnalyzer()
  const articles = helpArticles()
  const documents = articles.map(({ title, text }, index) => {
    const segment = buildSegment([{ place: title, text: `${title}\n${text}` }], analyzer)
    const values = quantize(embeddingOf(`${title}\n${text}`))
    return { name: `${index}.md`, segment: { ...segment, vectors: { model: 'm', dimensions: values.length, values } } }
  })
  const results = questions(articles).map(({ text, language, answer }) => {
    const vector = { model: 'm', vector: quantize(embeddingOf(text)) }
    const nearest = nearestPassages(documents, vector, FUSED)
    const hits = fuseRanks([searchSegments(documents, text, FUSED, analyzer), nearest], FOUND)
    const idsOf = (some: typeof hits) => some.map(({ document }) => articles[document]?.id ?? '')
    return { language, answer, found: idsOf(hits), near: idsOf(nearest.slice(0, FOUND)) }
  })
  console.log('\nWith vectors of the simulated model, which compares letters and knows no meanings')
  console.table({
    'vectors only': recallOf(results.map(({ answer, near }) => ({ answer, found: near }))),
    'words and vectors': recallOf(results),
  })
}

/** Prints the recall of the document search for each language, the milliseconds of a search, and what was not found. */
export async function run(args: readonly string[]): Promise<void> {
  const articles = helpArticles()
  const rank = await passageRanking(
    articles.map(({ id, title, text }, index) => ({
      id,
      name: `${index}.md`,
      passages: splitPassages([{ place: title, text: `${title}\n${text}` }]),
    })),
  )
  const asked = questions(articles)
  const times: number[] = []
  const results = asked.map((question) => {
    const started = performance.now()
    const found = rank(question.text, FOUND).map(({ documentId }) => documentId)
    times.push(performance.now() - started)
    return { ...question, found }
  })
  const rows = Object.entries(Object.groupBy(results, ({ language }) => language)).map(([language, some = []]) => [
    language,
    recallOf(some),
  ])
  console.log(`${articles.length} documents, ${asked.length} questions`)
  console.table(Object.fromEntries([...rows, ['all', recallOf(results)]]))
  console.log(`p95 of a search: ${percentile(times, 0.95).toFixed(1)} ms`)
  if (args.includes('--missed'))
    for (const { text, answer, found } of results)
      if (!found.includes(answer)) console.log(`${text}  (${answer})\n    ${found.join(', ')}`)
  await measureHybrid()
  await measureLarge(args.includes('--large') ? 50_000 : 1_000)
}

/** Prints the size and the times of the index of 1,000 documents with this number of characters each. */
async function measureLarge(characters: number): Promise<void> {
  const analyzer = await loadAnalyzer()
  const articles = helpArticles()
  const started = performance.now()
  const indexed = Array.from({ length: DOCUMENTS }, (_, index) => {
    const passages = splitPassages([{ place: '', text: longText(articles, index, characters) }])
    const id = `00000000-0000-7000-8000-0000000${index.toString(16).padStart(5, '0')}`
    return { id, etag: '"1"', segment: buildSegment(passages, analyzer) }
  })
  const built = performance.now()
  const parts = [...Map.groupBy(indexed, ({ id }) => partOf(id)).values()].map((some) =>
    gzipSync(encodePart(some), { level: 1 }),
  )
  const written = performance.now()
  const read = parts.flatMap((part) => decodePart(gunzipSync(part)))
  const opened = performance.now()
  const documents = read.map(({ id, segment }) => ({ name: `${id}.md`, segment }))
  const times = questions(articles).map(({ text }) => {
    const from = performance.now()
    searchSegments(documents, text, FOUND, analyzer)
    return performance.now() - from
  })
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)
  console.log(`\n${DOCUMENTS} documents of ${characters} characters, ${megabytes(DOCUMENTS * characters)} of text`)
  console.table({
    'to index a document': `${((built - started) / DOCUMENTS).toFixed(1)} ms`,
    'index in memory': megabytes(total(read.map(sizeOf))),
    'parts in S3': `${parts.length}, ${megabytes(total(parts.map(({ length }) => length)))} together`,
    'to write a part': `${((written - built) / parts.length).toFixed(1)} ms`,
    'to open all parts': `${(opened - written).toFixed(0)} ms`,
    'p50 of a search': `${percentile(times, 0.5).toFixed(1)} ms`,
    'p95 of a search': `${percentile(times, 0.95).toFixed(1)} ms`,
  })
}

/** Builds a text of articles in one language, with words of its own in each: names and numbers of a large catalogue. */
function longText(articles: readonly { readonly text: string }[], seed: number, characters: number): string {
  const own = articles.length / 5
  const first = (seed % 5) * own
  let text = ''
  for (let at = seed; text.length < characters; at++) {
    const { text: some = '' } = articles[first + ((at * 37) % own)] ?? {}
    text += `${some} ${wordOf(at * 7919)} ${wordOf(at * 104_729 + seed)} ${at * 13 + seed}.\n\n`
  }
  return text.slice(0, characters)
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ter', 'son', 'va', 'ri', 'del', 'nu', 'pax']

function wordOf(number: number): string {
  return [...String(number % 100_000)].map((digit) => SYLLABLES[Number(digit)]).join('')
}

function recallOf(results: readonly { readonly answer: string; readonly found: readonly string[] }[]) {
  const share = (count: number) => Number((count / results.length).toFixed(3))
  return {
    questions: results.length,
    'recall@5': share(results.filter(({ answer, found }) => found.includes(answer)).length),
    'recall@1': share(results.filter(({ answer, found }) => found[0] === answer).length),
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0
}
