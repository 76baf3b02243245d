import * as v from 'valibot'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }

const Subjects = v.record(v.string(), v.tuple([v.string(), v.string()]))
const Topics = v.record(v.string(), v.tuple([v.string(), v.string()]))
const Language = v.object({
  subjects: v.object({ shop: Subjects, bank: Subjects }),
  topics: v.object({ shop: Topics, bank: Topics }),
  questions: v.array(v.tuple([v.string(), v.string()])),
})
const LANGUAGES = Object.entries({ en, de, es, ja, ar }).map(([language, data]) => ({
  language,
  ...v.parse(Language, data),
}))

export interface HelpArticle {
  /** `en/returns/mattresses`. */
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface Question {
  readonly language: string
  readonly text: string
  /** Id of the article that answers it. */
  readonly answer: string
}

const PREFIXES = ['KB', 'HC', 'QA', 'SV', 'TX', 'RG', 'PL']
const DAYS = [3, 5, 7, 10, 14, 21, 28, 30, 36]
const PRICES = [4, 6, 8, 12, 15, 24, 48]

/**
 * Builds the help centre of a shop with a bank: 700 short articles in five languages, each about one topic and one
 * subject, with numbers and a code of its own. Articles about the same topic or subject are nearly alike.
 */
export function helpArticles(): HelpArticle[] {
  return LANGUAGES.flatMap(({ language, subjects, topics }, languageAt) =>
    (['shop', 'bank'] as const).flatMap((side, sideAt) =>
      Object.entries(topics[side]).flatMap(([topic, [title, text]], topicAt) =>
        Object.entries(subjects[side]).map(([subject, [name, note]], subjectAt) => {
          const number = 1013 + languageAt * 1571 + sideAt * 787 + topicAt * 101 + subjectAt * 7
          const values: Readonly<Record<string, string>> = {
            subject: name,
            days: String(DAYS[number % DAYS.length]),
            price: String(PRICES[number % PRICES.length]),
            code: `${PREFIXES[topicAt]}-${number}`,
          }
          const fill = (template: string) => template.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
          return { id: `${language}/${topic}/${subject}`, title: fill(title), text: `${fill(text)} ${note}` }
        }),
      ),
    ),
  )
}

/** Builds the 150 questions, each with the one article that answers it. */
export function questions(articles: readonly HelpArticle[]): Question[] {
  const codes = new Map(articles.map(({ id, text }) => [id, text.match(/[A-Z]{2}-\d+/)?.[0] ?? '']))
  return LANGUAGES.flatMap(({ language, questions: asked }) =>
    asked.map(([text, answer]) => ({
      language,
      answer: `${language}/${answer}`,
      text: text.replace(/\{(plain|spaced):([^}]+)\}/g, (_, style: string, of: string) =>
        (codes.get(`${language}/${of}`) ?? '').toLowerCase().replace('-', style === 'spaced' ? ' ' : ''),
      ),
    })),
  )
}
