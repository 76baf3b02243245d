import type { Command } from '../command.ts'
import * as run from './run.ts'

const TEXT = { type: 'string' } as const

/** Every command. What each does is loaded after the target is known, because core reads its environment when it is loaded. */
export const commands: readonly Command[] = [
  {
    name: 'provider set',
    summary:
      "Tell the service the app secret and verify token of the provider's app, and how customers sign up for it (--app-id … --config-id …)",
    required: [],
    options: { 'base-url': TEXT, 'app-id': TEXT, 'config-id': TEXT, 'dialog-url': TEXT },
    secrets: ['APP_SECRET', 'VERIFY_TOKEN'],
    run: run.setProvider,
  },
  {
    name: 'organization create',
    summary: 'Create an organisation with its sandbox number and first user',
    required: ['name'],
    options: { name: TEXT },
    secrets: [],
    run: run.createOrganization,
  },
  {
    name: 'number connect',
    summary: 'Connect a business number to an organisation',
    required: ['organization', 'wa-id', 'account-name', 'phone-number-id', 'number'],
    options: { organization: TEXT, 'wa-id': TEXT, 'account-name': TEXT, 'phone-number-id': TEXT, number: TEXT },
    secrets: ['ACCESS_TOKEN'],
    run: run.connectNumber,
  },
  {
    name: 'numbers add',
    summary: 'Offer a number to every organisation (--calling-code 44 --number 447700900101)',
    required: ['number', 'calling-code'],
    options: { number: TEXT, 'calling-code': TEXT },
    secrets: [],
    run: run.addNumbers,
  },
  {
    name: 'webhook create',
    summary: 'Register an endpoint; prints its signing secret once',
    required: ['organization', 'user', 'name', 'url'],
    options: { organization: TEXT, user: TEXT, name: TEXT, url: TEXT },
    secrets: [],
    run: run.createWebhook,
  },
  {
    name: 'api-key create',
    summary: 'Create an API key; prints it once (--permission full or read)',
    required: ['organization', 'user', 'name'],
    options: { organization: TEXT, user: TEXT, name: TEXT, permission: { type: 'string', default: 'full' } },
    secrets: [],
    run: run.createApiKey,
  },
]
