import type { TemplateContent } from '../templates.ts'

/**
 * How a rule is known: only from the provider's `documentation`, from the source of `clients` in use, from pages of
 * `others`, or `unconfirmed`. No rule was tried against the provider.
 */
type Source = 'documentation' | 'clients' | 'others' | 'unconfirmed'

/** What the service makes of the refusal. */
interface ServiceResult {
  /** The code of the caller's error. */
  readonly code: 'window_closed' | 'validation_error' | 'upstream_error'
  /** Whether the send is repeated after a short pause. */
  readonly retries?: true
}

/** A rule of `POST /{phone number id}/messages`, as data. `conformance.test.ts` breaks each one. */
export interface Rule {
  readonly rule: string
  /** The provider's code if it is broken. */
  readonly code: number
  readonly source: Source
  readonly service: ServiceResult
  /** A message that breaks the rule. Without one, the simulator returns the code only as a planned fault. */
  readonly breaks?: object
  /** The state in which the message breaks the rule. */
  readonly state?: 'closed window' | 'left network' | 'pair rate' | 'number rate'
  /** The provider accepts the message, and its status is `failed` later. */
  readonly isLater?: true
}

export const INVALID: ServiceResult = { code: 'validation_error' }
export const UPSTREAM: ServiceResult = { code: 'upstream_error' }
export const RETRIED: ServiceResult = { code: 'upstream_error', retries: true }

type Content = Omit<TemplateContent, 'parameter_format'> & Partial<Pick<TemplateContent, 'parameter_format'>>

const utility = { language: 'en_US', category: 'UTILITY' } as const

/** Approved templates with which messages break the rules. */
export const RULE_TEMPLATES: readonly Content[] = [
  { ...utility, name: 'positional', components: [{ type: 'BODY', text: 'Order {{2}} for {{1}}' }] },
  {
    ...utility,
    name: 'named',
    parameter_format: 'NAMED',
    components: [
      { type: 'BODY', text: 'Order {{order}} for {{customer}}' },
      { type: 'FOOTER', text: 'The shop' },
    ],
  },
  {
    ...utility,
    name: 'rich',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'It ships' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' },
          { type: 'URL', text: 'Shop', url: 'https://example.com' },
        ],
      },
    ],
  },
  {
    ...utility,
    name: 'code',
    category: 'AUTHENTICATION',
    components: [{ type: 'BODY' }, { type: 'BUTTONS', buttons: [{ type: 'OTP', text: 'Copy code' }] }],
  },
]

/** The names of templates that cannot be sent, by the status that they have. */
export const UNUSABLE = { PAUSED: 'paused', DISABLED: 'disabled', PENDING: 'pending', REJECTED: 'rejected' } as const

const template = (name: string, ...components: object[]) => ({
  type: 'template',
  template: { name, language: { code: 'en_US' }, components },
})
const body = (...texts: string[]) => ({ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) })
const named = (parameters: Readonly<Record<string, string>>) => ({
  type: 'body',
  parameters: Object.entries(parameters).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text })),
})
const image = { type: 'header', parameters: [{ type: 'image', image: { link: 'http://127.0.0.1:1/a.jpg' } }] }
const button = (index: string, sub_type: string, text: string) => ({
  type: 'button',
  sub_type,
  index,
  parameters: [{ type: 'text', text }],
})
const rule = (text: string, code: number, breaks: object, source: Rule['source'] = 'clients'): Rule => ({
  rule: text,
  code,
  source,
  breaks,
  service: INVALID,
})

export const TEMPLATE_RULES: readonly Rule[] = [
  rule('the template exists', 132001, template('unknown')),
  rule('the template exists in the language', 132001, {
    type: 'template',
    template: { name: 'positional', language: { code: 'de' }, components: [body('Alex', '1')] },
  }),
  rule('the template belongs to the account of the number', 132001, template('elsewhere')),
  rule('the template is reviewed', 132001, template(UNUSABLE.PENDING)),
  rule('the template is not rejected', 132001, template(UNUSABLE.REJECTED)),
  rule('the template is not paused', 132015, template(UNUSABLE.PAUSED)),
  rule('the template is not disabled', 132016, template(UNUSABLE.DISABLED)),
  rule('the body has all variables', 132000, template('positional', body('Alex'))),
  rule('the body has no other variables', 132000, template('positional', body('Alex', '1', '2'))),
  rule(
    'a template without a header has no header parameter',
    132000,
    template('positional', body('A', '1'), { type: 'header', parameters: [{ type: 'text', text: 'x' }] }),
  ),
  rule('a NAMED template has named parameters', 100, template('named', body('Alex', '1'))),
  rule('the names are those of the template', 100, template('named', named({ customer: 'Alex', number: '1' }))),
  rule('a text parameter has a text', 131008, template('positional', body('', '1'))),
  rule('a text parameter has no line breaks', 132018, template('positional', body('Alex\n', '1')), 'unconfirmed'),
  rule(
    'a body parameter is a text',
    132012,
    template('positional', { type: 'body', parameters: [image.parameters[0], image.parameters[0]] }),
  ),
  rule('the filled body is short enough', 132005, template('named', named({ customer: 'x'.repeat(1024), order: '1' }))),
  rule('a header of a file has one', 132012, template('rich', button('0', 'url', '1'))),
  rule(
    'a header of a file has the right kind',
    132012,
    template('rich', button('0', 'url', '1'), { type: 'header', parameters: [{ type: 'text', text: 'x' }] }),
  ),
  rule('a URL button has its suffix', 131008, template('rich', image)),
  rule(
    'a button has the type of the template',
    132012,
    template('rich', image, button('0', 'quick_reply', '1')),
    'unconfirmed',
  ),
  rule(
    'a button without a variable has no parameter',
    132018,
    template('rich', image, button('0', 'url', '1'), button('1', 'url', '1')),
    'unconfirmed',
  ),
  rule(
    'a button parameter has a button',
    132018,
    template('rich', image, button('0', 'url', '1'), button('2', 'url', '1')),
    'unconfirmed',
  ),
  rule(
    'a template for authentication has its code in the body',
    132000,
    template('code', button('0', 'url', '123456')),
  ),
  rule('a template for authentication has its code in the button', 131008, template('code', body('123456'))),
]
