import { type Command, FLAG, type Input, type Session, TEXT } from '../../command.ts'
import { fieldsReport, type Report } from '../../report.ts'

/** Returns a command that creates a resource with a function of `run.ts`, and prints its properties. */
function creating(create: keyof typeof import('./run.ts')): Command['run'] {
  return async (input: Input, { now, flags }: Session) => {
    const run = await import('./run.ts')
    return fieldsReport(await run[create](input, now, flags))
  }
}

async function rotateLinks(_: Input, session: Session): Promise<Report> {
  await session.confirm('Replace the secret of links? Links of the secret before the current one stop working.')
  const { rotateCapabilitySecret } = await import('@replywright/core/channel/provider/provider-settings.ts')
  await rotateCapabilitySecret(session.now)
  return fieldsReport({ links: 'rotated', newLinksFrom: 'two minutes after now' })
}

export const setUpCommands: readonly Command[] = [
  {
    group: 'Set up',
    name: 'provider set',
    summary:
      "Store the app secret and verify token of the provider's app, and the customer sign-up (--app-id … --config-id …). A replaced app secret is accepted for 24 hours; --revoke-previous rejects it at once",
    required: [],
    options: { 'base-url': TEXT, 'app-id': TEXT, 'config-id': TEXT, 'dialog-url': TEXT, 'revoke-previous': FLAG },
    secrets: ['APP_SECRET', 'VERIFY_TOKEN'],
    run: creating('setProvider'),
  },
  {
    group: 'Set up',
    name: 'provider rotate-links',
    summary:
      'Replace the secret of media URLs and link sessions. URLs of the replaced secret are valid until the next rotation',
    required: [],
    options: { yes: FLAG },
    run: rotateLinks,
  },
  {
    group: 'Set up',
    name: 'organization create',
    summary: 'Create an organisation with its sandbox number and first user',
    required: ['name'],
    options: { name: TEXT },
    run: creating('createOrganization'),
  },
  {
    group: 'Set up',
    name: 'users add',
    summary:
      'Add a user of the dashboard, to --organization … (then also --role …) or to a new organisation; --operator for operators',
    required: ['email'],
    options: { email: TEXT, organization: TEXT, role: TEXT, operator: FLAG },
    audit: { action: 'invite', object: 'member', name: 'email' },
    run: creating('addUser'),
  },
  {
    group: 'Set up',
    name: 'number connect',
    summary: 'Connect a business number to an organisation',
    required: ['organization', 'wa-id', 'account-name', 'phone-number-id', 'number'],
    options: { organization: TEXT, 'wa-id': TEXT, 'account-name': TEXT, 'phone-number-id': TEXT, number: TEXT },
    secrets: ['ACCESS_TOKEN'],
    audit: { action: 'connect', object: 'number', name: 'number' },
    run: creating('connectNumber'),
  },
  {
    group: 'Set up',
    name: 'numbers add',
    summary: 'Make a number available to every organisation (--calling-code 44 --number 447700900101)',
    required: ['number', 'calling-code'],
    options: { number: TEXT, 'calling-code': TEXT },
    run: creating('addNumbers'),
  },
  {
    group: 'Set up',
    name: 'webhook create',
    summary: 'Create a webhook, and print its signing secret once',
    required: ['organization', 'user', 'name', 'url'],
    options: { organization: TEXT, user: TEXT, name: TEXT, url: TEXT },
    audit: { action: 'create', object: 'webhook', name: 'name' },
    run: creating('createWebhook'),
  },
  {
    group: 'Set up',
    name: 'api-key create',
    summary:
      'Create an API key, and print it once (--permission full or read). The command line `replywright` uses it for what the API does: webhooks, deliveries, agents, customers and usage',
    required: ['organization', 'user', 'name'],
    options: { organization: TEXT, user: TEXT, name: TEXT, permission: { type: 'string', default: 'full' } },
    audit: { action: 'create', object: 'api_key', name: 'name' },
    run: creating('createApiKey'),
  },
]
