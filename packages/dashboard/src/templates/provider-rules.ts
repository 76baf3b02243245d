import type { TemplateButton, TemplateParts } from './template-parts.ts'
import { isPosition, textParts, variablesOf } from './variables.ts'

const LONGEST = { header: 60, body: 1024, footer: 60, button: 25 } as const
const MOST_BUTTONS = 10
const MOST_OF_A_KIND: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

export interface RuledTemplate {
  readonly name: string
  readonly category: string
  readonly parameterFormat: string
  readonly parts: TemplateParts
}

/** What the provider would refuse of a template, a sentence each. A draft may be anything; publishing it would fail. */
export function providerProblems({ name, category, parameterFormat, parts }: RuledTemplate): readonly string[] {
  const named = /^[a-z0-9_]{1,512}$/.test(name)
    ? []
    : ['The name may hold lower-case letters, digits and underscores only.']
  // The provider writes the texts of codes itself.
  if (category === 'AUTHENTICATION') return named
  return [
    ...named,
    ...headerProblems(parts, parameterFormat),
    ...bodyProblems(parts, parameterFormat),
    ...footerProblems(parts),
    ...buttonProblems(parts.buttons),
  ]
}

function headerProblems({ header }: TemplateParts, format: string): readonly string[] {
  if (!header) return []
  const { text, samples, handle } = header
  if (['IMAGE', 'VIDEO', 'DOCUMENT'].includes(header.format)) return handle ? [] : ['The header needs a sample file.']
  if (header.format !== 'TEXT') return []
  return [
    ...(text.trim() === '' ? ['The header is empty.'] : []),
    ...tooLong('The header', text, LONGEST.header),
    ...(variablesOf(text).length > 1 ? ['The header may hold one variable only.'] : []),
    ...variableProblems('The header', { text, samples }, format),
  ]
}

function bodyProblems({ body }: TemplateParts, format: string): readonly string[] {
  if (!body || body.text.trim() === '') return ['A body is needed.']
  const pieces = textParts(body.text.trim())
  const [first] = pieces
  const last = pieces.at(-1)
  const touching = pieces.some((piece, index) => {
    const next = pieces[index + 1]
    return (
      'variable' in piece &&
      next !== undefined &&
      ('variable' in next || (next.text.trim() === '' && pieces[index + 2]))
    )
  })
  return [
    ...tooLong('The body', body.text, LONGEST.body),
    ...((first && 'variable' in first) || (last && 'variable' in last)
      ? ['The body may neither begin nor end with a variable.']
      : []),
    ...(touching ? ['Between two variables of the body there has to be text.'] : []),
    ...variableProblems('The body', body, format),
  ]
}

function variableProblems(
  where: string,
  { text, samples }: { readonly text: string; readonly samples: Readonly<Record<string, string>> },
  format: string,
): readonly string[] {
  const names = variablesOf(text)
  const wrong = names.filter((name) => (format === 'NAMED' ? !/^[a-z_][a-z0-9_]*$/.test(name) : !isPosition(name)))
  if (wrong.length > 0)
    return [
      format === 'NAMED'
        ? `${where}: variables are names such as {{first_name}}, in lower case.`
        : `${where}: variables are numbers such as {{1}}, or choose named ones.`,
    ]
  const missing = names.filter((name) => !samples[name])
  const skips = format !== 'NAMED' && names.some((name) => Number(name) > names.length)
  return [
    ...(skips ? [`${where}: the numbers of variables go from 1 without a gap.`] : []),
    ...(missing.length > 0
      ? [`${where}: a sample is needed for ${missing.map((name) => `{{${name}}}`).join(', ')}.`]
      : []),
  ]
}

function footerProblems({ footer = '' }: TemplateParts): readonly string[] {
  return [
    ...tooLong('The footer', footer, LONGEST.footer),
    ...(variablesOf(footer).length > 0 ? ['The footer may hold no variable.'] : []),
  ]
}

function buttonProblems(buttons: readonly TemplateButton[]): readonly string[] {
  const replies = buttons.map(({ type }) => type === 'QUICK_REPLY')
  const changes = replies.filter((isReply, index) => index > 0 && isReply !== replies[index - 1]).length
  const crowded = Object.entries(MOST_OF_A_KIND).filter(
    ([kind, most]) => buttons.filter(({ type }) => type === kind).length > most,
  )
  return [
    ...(buttons.length > MOST_BUTTONS ? [`There may be at most ${MOST_BUTTONS} buttons.`] : []),
    ...crowded.map(([kind, most]) => `There may be at most ${most} of the buttons ${kind}.`),
    ...(changes > 1 ? ['Quick replies have to stand together.'] : []),
    ...buttons.flatMap(oneButtonProblems),
  ]
}

function oneButtonProblems({ number, type, text, url = '', sample, phoneNumber }: TemplateButton): readonly string[] {
  const where = `Button ${number}`
  const variables = variablesOf(url)
  return [
    ...(text.trim() === '' ? [`${where} needs a text.`] : []),
    ...tooLong(where, text, LONGEST.button),
    ...(type === 'URL' && url === '' ? [`${where} needs a URL.`] : []),
    ...(type === 'PHONE_NUMBER' && !phoneNumber ? [`${where} needs a phone number.`] : []),
    ...(type === 'COPY_CODE' && !sample ? [`${where} needs a sample code.`] : []),
    ...(variables.length > 1 || (variables.length === 1 && !url.endsWith('}}'))
      ? [`${where}: a URL may hold one variable, at its end.`]
      : []),
    ...(type === 'URL' && variables.length > 0 && !sample ? [`${where}: the URL’s variable needs a sample.`] : []),
  ]
}

function tooLong(what: string, text: string, longest: number): readonly string[] {
  return text.length > longest ? [`${what} may have at most ${longest} characters, not ${text.length}.`] : []
}
