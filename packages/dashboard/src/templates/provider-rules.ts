import type { TemplateButton, TemplateParts } from './template-parts.ts'
import { isPosition, textParts, variablesOf } from './variables.ts'
import { words } from './words.ts'

const { problems } = words
const MAX_LENGTH = { header: 60, body: 1024, footer: 60, button: 25 } as const
const MAX_BUTTONS = 10
const MAX_PER_KIND: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

export interface RuledTemplate {
  readonly name: string
  readonly category: string
  readonly parameterFormat: string
  readonly parts: TemplateParts
}

/** Returns why the provider would reject a template, one sentence per problem. Drafts may have problems. */
export function providerProblems({ name, category, parameterFormat, parts }: RuledTemplate): readonly string[] {
  const named = /^[a-z0-9_]{1,512}$/.test(name) ? [] : [problems.name]
  // The provider sets the texts of this category.
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
  if (['IMAGE', 'VIDEO', 'DOCUMENT'].includes(header.format)) return handle ? [] : [problems.headerFile]
  if (header.format !== 'TEXT') return []
  return [
    ...(text.trim() === '' ? [problems.headerText] : []),
    ...tooLong(words.content.header, text, MAX_LENGTH.header),
    ...(variablesOf(text).length > 1 ? [problems.headerVariables] : []),
    ...variableProblems(words.content.header, { text, samples }, format),
  ]
}

function bodyProblems({ body }: TemplateParts, format: string): readonly string[] {
  if (!body || body.text.trim() === '') return [problems.body]
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
    ...tooLong(words.content.body, body.text, MAX_LENGTH.body),
    ...((first && 'variable' in first) || (last && 'variable' in last) ? [problems.bodyEdges] : []),
    ...(touching ? [problems.bodyTouching] : []),
    ...variableProblems(words.content.body, body, format),
  ]
}

function variableProblems(
  where: string,
  { text, samples }: { readonly text: string; readonly samples: Readonly<Record<string, string>> },
  format: string,
): readonly string[] {
  const names = variablesOf(text)
  const wrong = names.filter((name) => (format === 'NAMED' ? !/^[a-z_][a-z0-9_]*$/.test(name) : !isPosition(name)))
  if (wrong.length > 0) return [format === 'NAMED' ? problems.notNames(where) : problems.notNumbers(where)]
  const missing = names.filter((name) => !samples[name])
  const skips = format !== 'NAMED' && names.some((name) => Number(name) > names.length)
  return [
    ...(skips ? [problems.gaps(where)] : []),
    ...(missing.length > 0 ? [problems.samples(where, missing.map((name) => `{{${name}}}`).join(', '))] : []),
  ]
}

function footerProblems({ footer = '' }: TemplateParts): readonly string[] {
  return [
    ...tooLong(words.content.footer, footer, MAX_LENGTH.footer),
    ...(variablesOf(footer).length > 0 ? [problems.footerVariables] : []),
  ]
}

function buttonProblems(buttons: readonly TemplateButton[]): readonly string[] {
  const replies = buttons.map(({ type }) => type === 'QUICK_REPLY')
  const changes = replies.filter((isReply, index) => index > 0 && isReply !== replies[index - 1]).length
  const crowded = Object.entries(MAX_PER_KIND).filter(
    ([kind, most]) => buttons.filter(({ type }) => type === kind).length > most,
  )
  return [
    ...(buttons.length > MAX_BUTTONS ? [problems.buttonCount(MAX_BUTTONS)] : []),
    ...crowded.map(([kind, most]) => problems.buttonKinds(kind, most)),
    ...(changes > 1 ? [problems.replies] : []),
    ...buttons.flatMap(oneButtonProblems),
  ]
}

function oneButtonProblems({ number, type, text, url = '', sample, phoneNumber }: TemplateButton): readonly string[] {
  const where = words.buttons.button(number)
  const variables = variablesOf(url)
  return [
    ...(text.trim() === '' ? [problems.buttonText(where)] : []),
    ...tooLong(where, text, MAX_LENGTH.button),
    ...(type === 'URL' && url === '' ? [problems.buttonUrl(where)] : []),
    ...(type === 'PHONE_NUMBER' && !phoneNumber ? [problems.buttonNumber(where)] : []),
    ...(type === 'COPY_CODE' && !sample ? [problems.buttonCode(where)] : []),
    ...(variables.length > 1 || (variables.length === 1 && !url.endsWith('}}'))
      ? [problems.buttonVariable(where)]
      : []),
    ...(type === 'URL' && variables.length > 0 && !sample ? [problems.buttonSample(where)] : []),
  ]
}

function tooLong(what: string, text: string, longest: number): readonly string[] {
  return text.length > longest ? [problems.tooLong(what, longest, text.length)] : []
}
