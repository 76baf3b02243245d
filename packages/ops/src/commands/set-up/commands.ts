import { type Command, FLAG, type Input, type Session, TEXT } from '../../command.ts'
import { fieldsReport } from '../../report.ts'
import * as run from './run.ts'

/** A command that makes something and tells its names and values. */
function making(make: (input: Input, now: number, flags: Session['flags']) => Promise<run.Row>): Command['run'] {
  return async (input: Input, { now, flags }: Session) => fieldsReport(await make(input, now, flags))
}

/** What makes and connects things. */
export const setUpCommands: readonly Command[] = [
  {
    group: 'Set up',
    name: 'provider set',
    summary:
      "Tell the service the app secret and verify token of the provider's app, and how customers sign up for it (--app-id … --config-id …)",
    required: [],
    options: { 'base-url': TEXT, 'app-id': TEXT, 'config-id': TEXT, 'dialog-url': TEXT },
    secrets: ['APP_SECRET', 'VERIFY_TOKEN'],
    run: making(run.setProvider),
  },
  {
    group: 'Set up',
    name: 'organization create',
    summary: 'Create an organisation with its sandbox number and first user',
    required: ['name'],
    options: { name: TEXT },
    run: making(run.createOrganization),
  },
  {
    group: 'Set up',
    name: 'users add',
    summary: 'Let somebody sign in to the dashboard (--organization …, else one of their own; --operator)',
    required: ['email'],
    options: { email: TEXT, organization: TEXT, operator: FLAG },
    run: making(run.addUser),
  },
  {
    group: 'Set up',
    name: 'number connect',
    summary: 'Connect a business number to an organisation',
    required: ['organization', 'wa-id', 'account-name', 'phone-number-id', 'number'],
    options: { organization: TEXT, 'wa-id': TEXT, 'account-name': TEXT, 'phone-number-id': TEXT, number: TEXT },
    secrets: ['ACCESS_TOKEN'],
    run: making(run.connectNumber),
  },
  {
    group: 'Set up',
    name: 'numbers add',
    summary: 'Offer a number to every organisation (--calling-code 44 --number 447700900101)',
    required: ['number', 'calling-code'],
    options: { number: TEXT, 'calling-code': TEXT },
    run: making(run.addNumbers),
  },
  {
    group: 'Set up',
    name: 'webhook create',
    summary: 'Register an endpoint; prints its signing secret once',
    required: ['organization', 'user', 'name', 'url'],
    options: { organization: TEXT, user: TEXT, name: TEXT, url: TEXT },
    run: making(run.createWebhook),
  },
  {
    group: 'Set up',
    name: 'api-key create',
    summary: 'Create an API key; prints it once (--permission full or read)',
    required: ['organization', 'user', 'name'],
    options: { organization: TEXT, user: TEXT, name: TEXT, permission: { type: 'string', default: 'full' } },
    run: making(run.createApiKey),
  },
]
