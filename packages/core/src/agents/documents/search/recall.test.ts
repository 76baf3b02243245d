import { expect, test } from 'vitest'
import { splitPassages } from '../text/split-passages.ts'
import { passageRanking } from './rank-passages.ts'
import { helpArticles, questions } from './testing/help-centre/help-centre.ts'

const LEAST = 0.9

test.each(['en', 'de', 'es', 'ja', 'ar'])('finds nine of ten answers in %s', async (language) => {
  const all = helpArticles()
  expect(all).toHaveLength(700)
  expect(new Set(all.map(({ id }) => id))).toHaveLength(700)
  const articles = all.filter(({ id }) => id.startsWith(`${language}/`))
  const asked = questions(articles).filter((question) => question.language === language)
  expect(asked).toHaveLength(30)
  const rank = await passageRanking(
    articles.map(({ id, title, text }) => ({
      id,
      name: 'article.md',
      passages: splitPassages([{ place: title, text: `${title}\n${text}` }]),
    })),
  )
  const found = asked.filter(({ text, answer }) => rank(text, 5).some(({ documentId }) => documentId === answer))
  expect(found.length / asked.length).toBeGreaterThanOrEqual(LEAST)
})
