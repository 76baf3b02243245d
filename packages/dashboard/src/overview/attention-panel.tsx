import type { Overview } from '@replywright/contract/dashboard/overview.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileAlert,
  IconPhoneOff,
  IconPlugConnected,
  IconTool,
  IconUserExclamation,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ContactName } from '../conversations/contact-name.tsx'
import { waitingText } from '../conversations/waiting-words.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Panel } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { PhoneNumber } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import classes from './overview.module.css'

const LetAgentAnswer = lazyPart(async () => (await import('../numbers/answer-button.tsx')).LetAgentAnswer)
/** The figures stay visible below them. */
const SHOWN_CONVERSATIONS = 5

const HEALTH_LABELS = { ok: 'OK', warned: 'Warned', restricted: 'Restricted', blocked: 'Blocked' } as const

/** Returns how many customers wait beside the listed ones. The overview has at most 10, and says whether there are more. */
export function moreText({ needHuman, more }: Overview['conversations']): string {
  const count = needHuman.length - SHOWN_CONVERSATIONS
  if (count <= 0) return 'More customers wait for a person'
  if (count === 1 && !more) return '1 more customer waits for a person'
  return `${count}${more ? '+' : ''} more customers wait for a person`
}

/** Returns whether nothing needs attention. */
export function isCalm({ webhooks, conversations, numbers, documents, tools, connectors }: Overview): boolean {
  const items = [
    webhooks.needAttention,
    conversations.needHuman,
    numbers.unrouted,
    numbers.unhealthy,
    documents.inError,
    tools.withProblem,
    connectors.changed,
  ]
  return items.every(({ length }) => length === 0)
}

/** The items that need attention, customers first, or a confirmation that there are none. */
export function AttentionPanel({ overview }: { readonly overview: Overview }) {
  const { webhooks, conversations, numbers, documents, tools, connectors } = overview
  // A disabled endpoint receives nothing; a failing one may recover.
  const endpoints = webhooks.needAttention.toSorted(
    (one, other) => Number(one.reason === 'failing') - Number(other.reason === 'failing'),
  )
  return (
    <Panel title="Needs attention">
      {isCalm(overview) ? (
        <StatusBadge tone="good" icon={IconCircleCheck} label="Everything is answered, nothing needs attention" />
      ) : (
        <ul className={classes.list}>
          {conversations.needHuman.slice(0, SHOWN_CONVERSATIONS).map(({ id, contact, msgNumber, waiting }) => (
            <li key={id}>
              <StatusBadge tone="waiting" icon={IconUserExclamation} label="Waiting" />
              <span>
                <Link to="/conversations/$id" params={{ id }}>
                  <ContactName contact={contact} />
                </Link>{' '}
                on <PhoneNumber number={msgNumber} />
                {waiting && (
                  <>
                    : <bdi>{waitingText(waiting)}</bdi>
                  </>
                )}
              </span>
              {waiting && <When at={waiting.since} />}
            </li>
          ))}
          {(conversations.more || conversations.needHuman.length > SHOWN_CONVERSATIONS) && (
            <li>
              <Link to="/conversations" search={{ show: 'needs-human' }}>
                {moreText(conversations)}
              </Link>
            </li>
          )}
          {numbers.unhealthy.map(({ number, health }) => (
            <li key={`health ${number}`}>
              <StatusBadge
                tone={health.state === 'warned' ? 'waiting' : 'bad'}
                icon={IconAlertTriangle}
                label={HEALTH_LABELS[health.state]}
              />
              <span>
                The provider reports {health.problems.length === 1 ? 'a problem' : `${health.problems.length} problems`}{' '}
                of{' '}
                <Link to="/numbers/$number" params={{ number }}>
                  <PhoneNumber number={number} />
                </Link>
                .
              </span>
            </li>
          ))}
          {numbers.unrouted.map((number) => (
            <li key={number}>
              <StatusBadge tone="waiting" icon={IconPhoneOff} label="Stored only" />
              <span>
                Nobody replies on{' '}
                <Link to="/numbers/$number" params={{ number }}>
                  <PhoneNumber number={number} />
                </Link>
                .
              </span>
              <Suspense>
                <LetAgentAnswer number={number} />
              </Suspense>
            </li>
          ))}
          {endpoints.map(({ id, name, reason, consecutiveFailures, since }) => (
            <li key={id}>
              <StatusBadge
                tone={reason === 'failing' ? 'waiting' : 'bad'}
                icon={IconAlertTriangle}
                label={reason === 'failing' ? 'Failing' : 'Disabled'}
              />
              <span>
                <Link to="/webhooks/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                {(reason === 'failing'
                  ? (count: number) => `failed ${count} times in a row`
                  : (count: number) => `auto-disabled after ${count} failures in a row`)(consecutiveFailures)}
              </span>
              {since && <When at={since} />}
            </li>
          ))}
          {connectors.changed.map(({ id, name, toolsWaiting }) => (
            <li key={id}>
              <StatusBadge tone="waiting" icon={IconPlugConnected} label="Tools changed" />
              <span>
                Agents do not use {toolsWaiting === 1 ? 'one tool' : `${toolsWaiting} tools`} of{' '}
                <Link to="/connectors/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                until a member approves what changed.
              </span>
            </li>
          ))}
          {tools.withProblem.map(({ agentId, agentName, count }) => (
            <li key={agentId}>
              <StatusBadge tone="bad" icon={IconTool} label="Problem" />
              <span>
                {count === 1 ? 'A tool' : `${count} tools`} of{' '}
                <Link to="/agents/$id" params={{ id: agentId }} search={{ section: 'tools' }}>
                  {agentName}
                </Link>{' '}
                {count === 1 ? 'has' : 'have'} a problem.
              </span>
            </li>
          ))}
          {documents.inError.map(({ id, name, agentId, agentName, status, problem }) => (
            <li key={id}>
              <StatusBadge
                tone={status === 'error' ? 'bad' : 'waiting'}
                icon={IconFileAlert}
                label={status === 'error' ? 'Error' : 'Partial'}
              />
              <span>
                <bdi>{name}</bdi>, document of{' '}
                <Link to="/agents/$id" params={{ id: agentId }} search={{ section: 'documents' }}>
                  {agentName}
                </Link>
                : {problem}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
