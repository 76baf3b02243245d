import { Alert } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { IconUserExclamation } from '@tabler/icons-react'
import { When } from '../ui/when.tsx'
import classes from './conversation-page.module.css'

/** An alert that the agent could not reply. Shown until a person or an agent replies. */
export function NeedsHuman({ details: { humanNeededSince } }: { readonly details: ConversationDetails }) {
  if (humanNeededSince === null) return null
  return (
    <div className={classes.notice}>
      <Alert color="red" p="xs" icon={<IconUserExclamation aria-hidden />} role="alert">
        The agent couldn’t reply (<When at={humanNeededSince} />
        ). The customer is waiting. Take over the conversation, or reply below.
      </Alert>
    </div>
  )
}
