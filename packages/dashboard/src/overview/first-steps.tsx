import { IconWebhook } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'

/** What to do first in an organisation that has no endpoint. */
export function FirstSteps() {
  return (
    <Panel title="Begin here">
      <EmptyState
        icon={IconWebhook}
        title="Tell us where to send events"
        action={<LinkButton to="/webhooks/new">Add your first endpoint</LinkButton>}
      >
        Then send it a test event, and create an API key for your program.
      </EmptyState>
    </Panel>
  )
}
