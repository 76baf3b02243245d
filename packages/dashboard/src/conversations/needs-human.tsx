import { Alert } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { IconUserExclamation } from '@tabler/icons-react'
import { When } from '../ui/when.tsx'
import classes from './conversation-page.module.css'

/** Shown until a person or an agent has replied to a customer to whom the agent could not reply. */
export function NeedsHuman({ details: { humanNeededSince } }: { readonly details: ConversationDetails }) {
  if (humanNeededSince === null) return null
  return (
    <div className={classes.notice}>
      <Alert color="red" p="xs" icon={<IconUserExclamation aria-hidden />} role="alert">
        The agent could not answer (<When at={humanNeededSince} />
        ): the customer waits for a person. Take the conversation over, or answer below.
      </Alert>
    </div>
  )
}
