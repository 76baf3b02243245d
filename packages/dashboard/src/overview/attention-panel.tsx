import type { Overview } from '@messaging/contract/dashboard/overview.ts'
import { IconAlertTriangle, IconCircleCheck, IconFileAlert, IconUserExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import classes from './attention-panel.module.css'

/** The items that need attention, or a confirmation that there are none. */
export function AttentionPanel({ overview: { webhooks, conversations, documents } }: { readonly overview: Overview }) {
  const isEmpty = webhooks.needAttention.length + conversations.needHuman.length + documents.inError.length === 0
  return (
    <Panel title="Needs attention">
      {isEmpty ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          You’re all caught up
        </StatusBadge>
      ) : (
        <ul className={classes.list}>
          {webhooks.needAttention.map(({ id, name, reason, consecutiveFailures, since }) => (
            <li key={id}>
              <StatusBadge tone={reason === 'failing' ? 'waiting' : 'bad'} icon={IconAlertTriangle}>
                {reason === 'failing' ? 'Failing' : 'Disabled'}
              </StatusBadge>
              <span>
                <Link to="/webhooks/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                {reason === 'failing'
                  ? `failed ${consecutiveFailures} ${consecutiveFailures === 1 ? 'time' : 'times in a row'}`
                  : `was disabled after ${consecutiveFailures} failures in a row`}
              </span>
              {since && <When at={since} />}
            </li>
          ))}
          {conversations.needHuman.map(({ id, contact, msgNumber, humanNeededSince }) => (
            <li key={id}>
              <StatusBadge tone="waiting" icon={IconUserExclamation}>
                Needs a person
              </StatusBadge>
              <span>
                <Link to="/conversations/$id" params={{ id }}>
                  {contact.name || contact.phoneNumber || 'A customer'}
                </Link>{' '}
                on +{msgNumber}
              </span>
              {humanNeededSince && <When at={humanNeededSince} />}
            </li>
          ))}
          {documents.inError.map(({ id, name, agentId, agentName, problem }) => (
            <li key={id}>
              <StatusBadge tone="bad" icon={IconFileAlert}>
                Error
              </StatusBadge>
              <span>
                {name} of{' '}
                <Link to="/agents/$id" params={{ id: agentId }}>
                  {agentName}
                </Link>
                : {problem}
              </span>
            </li>
          ))}
          {conversations.more && (
            <li>
              <Link to="/conversations" search={{ show: 'needs-human' }}>
                More conversations that need a person
              </Link>
            </li>
          )}
        </ul>
      )}
    </Panel>
  )
}
