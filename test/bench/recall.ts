import { passageRanking } from '@replywright/core/agents/documents/search/rank-passages.ts'
import { helpArticles, questions } from '@replywright/core/agents/documents/search/testing/help-centre/help-centre.ts'
import { splitPassages } from '@replywright/core/agents/documents/text/split-passages.ts'

const FOUND = 5

/** Prints the recall of the document search for each language, the milliseconds of a search, and what was not found. */
export async function run(args: readonly string[]): Promise<void> {
  const articles = helpArticles()
  const documents = articles.map(({ id, title, text }, index) => ({
    id,
    name: `${index}.md`,
    passages: splitPassages([{ place: title, text: `${title}\n${text}` }]),
  }))
  const rank = await passageRanking(documents)
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
