import type { FirstStep } from '@messaging/contract/dashboard/first-steps.ts'
import type { LinkProps } from '@tanstack/react-router'

/** The page on which each first step is done. */
export const STEP_LINKS: Readonly<Record<FirstStep, Pick<LinkProps, 'to'>>> = {
  organization: { to: '/organization' },
  number: { to: '/accounts' },
  agent: { to: '/agents/new' },
  trial: { to: '/agents' },
  endpoint: { to: '/webhooks/new' },
  api_key: { to: '/api-keys' },
  delivery: { to: '/webhooks' },
}
