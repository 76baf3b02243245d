import type { Template } from '@replywright/contract/templates.ts'
import { BUTTON_KINDS, BUTTON_NAMES, type ButtonKind } from './template-form.ts'
import { type TemplateButton, type TemplateParts, templateParts } from './template-parts.ts'
import { isPosition, textParts, variablesOf } from './variables.ts'

const MAX_LENGTH = { header: 60, body: 1024, footer: 60, button: 25 } as const
const MAX_BUTTONS = 10
const MAX_PER_KIND: Readonly<Partial<Record<ButtonKind, number>>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

interface RuledTemplate {
  readonly name: string
  readonly category: string
  readonly parameterFormat: string
  readonly parts: TemplateParts
  /** Whether the provider's library has the texts. @default false */
  readonly isOfLibrary?: boolean
}

/** Returns why the provider would reject a template, one sentence per problem. Drafts may have problems. */
export function providerProblems({
  name,
  category,
  parameterFormat,
  parts,
  isOfLibrary,
}: RuledTemplate): readonly string[] {
  const named = /^[a-z0-9_]{1,512}$/.test(name) ? [] : ['Name: use lowercase letters, digits and underscores only.']
  // The provider sets the texts of this category, and those of its library.
  if (category === 'AUTHENTICATION' || isOfLibrary) return named
  return [
    ...named,
    ...headerProblems(parts, parameterFormat),
    ...bodyProblems(parts, parameterFormat),
    ...footerProblems(parts),
    ...buttonProblems(parts.buttons),
  ]
}

/** Returns why the provider would reject a stored template. */
export function templateProblems(template: Template): readonly string[] {
  const isOfLibrary = template.libraryTemplate !== undefined
  return providerProblems({ ...template, parts: templateParts(template.components), isOfLibrary })
}

function headerProblems({ header }: TemplateParts, format: string): readonly string[] {
  if (!header) return []
  const { text, samples, handle } = header
  if (['IMAGE', 'VIDEO', 'DOCUMENT'].includes(header.format)) return handle ? [] : ['Header: sample file required.']
  if (header.format !== 'TEXT') return []
  return [
    ...(text.trim() === '' ? ['Header: required.'] : []),
    ...tooLong('Header', text, MAX_LENGTH.header),
    ...(variablesOf(text).length > 1 ? ['Header: at most one variable.'] : []),
    ...variableProblems('Header', { text, samples }, format),
  ]
}

function bodyProblems({ body }: TemplateParts, format: string): readonly string[] {
  if (!body || body.text.trim() === '') return ['Body: required.']
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
    ...tooLong('Body', body.text, MAX_LENGTH.body),
    ...((first && 'variable' in first) || (last && 'variable' in last)
      ? ['Body: must not start or end with a variable.']
      : []),
    ...(touching ? ['Body: must have text between two variables.'] : []),
    ...variableProblems('Body', body, format),
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
        ? `${where}: variables must be names in lowercase, such as {{first_name}}.`
        : `${where}: variables must be numbers, such as {{1}}, unless the format is names.`,
    ]
  const missing = names.filter((name) => !samples[name])
  const skips = format !== 'NAMED' && names.some((name) => Number(name) > names.length)
  return [
    ...(skips ? [`${where}: number the variables from 1 without gaps.`] : []),
    ...(missing.length > 0
      ? [`${where}: missing samples for ${missing.map((name) => `{{${name}}}`).join(', ')}.`]
      : []),
  ]
}

function footerProblems({ footer = '' }: TemplateParts): readonly string[] {
  return [
    ...tooLong('Footer', footer, MAX_LENGTH.footer),
    ...(variablesOf(footer).length > 0 ? ['Footer: must not have variables.'] : []),
  ]
}

function buttonProblems(buttons: readonly TemplateButton[]): readonly string[] {
  const replies = buttons.map(({ type }) => type === 'QUICK_REPLY')
  const changes = replies.filter((isReply, index) => index > 0 && isReply !== replies[index - 1]).length
  const crowded = BUTTON_KINDS.flatMap((kind) => {
    const most = MAX_PER_KIND[kind]
    const isCrowded = most !== undefined && buttons.filter(({ type }) => type === kind).length > most
    return isCrowded ? [`Buttons: at most ${most} of the type “${BUTTON_NAMES[kind]}”.`] : []
  })
  return [
    ...(buttons.length > MAX_BUTTONS ? [`Buttons: at most ${MAX_BUTTONS}.`] : []),
    ...crowded,
    ...(changes > 1 ? ['Buttons: quick replies must be adjacent.'] : []),
    ...buttons.flatMap(oneButtonProblems),
  ]
}

function oneButtonProblems({ number, type, text, url = '', sample, phoneNumber }: TemplateButton): readonly string[] {
  const where = `Button ${number}`
  const variables = variablesOf(url)
  return [
    ...(text.trim() === '' ? [`${where}: text required.`] : []),
    ...tooLong(where, text, MAX_LENGTH.button),
    ...(type === 'URL' && url === '' ? [`${where}: URL required.`] : []),
    ...(type === 'PHONE_NUMBER' && !phoneNumber ? [`${where}: phone number required.`] : []),
    ...(type === 'COPY_CODE' && !sample ? [`${where}: sample code required.`] : []),
    ...(variables.length > 1 || (variables.length === 1 && !url.endsWith('}}'))
      ? [`${where}: the URL can have one variable, at the end.`]
      : []),
    ...(type === 'URL' && variables.length > 0 && !sample ? [`${where}: sample URL required.`] : []),
  ]
}

function tooLong(what: string, text: string, longest: number): readonly string[] {
  const [most, count] = [longest, text.length].map((length) => length.toLocaleString('en'))
  return text.length > longest ? [`${what}: at most ${most} characters, not ${count}.`] : []
}
