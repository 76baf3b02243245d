import type { Rule } from './template-rules.ts'

/** A rule of `POST /{account id}/message_templates`, as data. `conformance.test.ts` breaks each one. */
export interface CreationRule extends Pick<Rule, 'rule' | 'code' | 'source'> {
  /** The fields of a template that break the rule; undefined removes one. */
  readonly breaks: object
}

const rule = (text: string, breaks: object, source: Rule['source'] = 'documentation', code = 100): CreationRule => ({
  rule: text,
  code,
  source,
  breaks,
})

/** The seconds in which messages of a category are delivered, at least and at most. */
export const LIFETIMES: Readonly<Record<string, readonly [number, number]>> = {
  AUTHENTICATION: [30, 900],
  UTILITY: [30, 43_200],
  MARKETING: [43_200, 2_592_000],
}

export const CREATION_RULES: readonly CreationRule[] = [
  rule('the name has lower-case letters, digits and underscores', { name: 'Order Update' }, 'clients'),
  rule('the category is known', { category: 'NEWS' }, 'clients'),
  rule('a template has components or a name of the library', { components: undefined }),
  rule('a template has a body', { components: [{ type: 'FOOTER', text: 'The shop' }] }, 'clients'),
  rule('the name of the library exists', { components: undefined, library_template_name: 'nothing' }),
  rule('a template of the library has no components', { library_template_name: 'delivery_update_1' }, 'unconfirmed'),
  rule('a URL button of the library has its address', {
    components: undefined,
    library_template_name: 'delivery_update_1',
    library_template_button_inputs: [{ type: 'URL' }],
  }),
  ...Object.entries(LIFETIMES).flatMap(([category, [least, most]]) =>
    [least - 1, most + 1].map((seconds) =>
      rule(`the lifetime of ${category} is ${least} to ${most} seconds, not ${seconds}`, {
        category,
        message_send_ttl_seconds: seconds,
      }),
    ),
  ),
]
