import { IconWebhook } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'

/** The first step for an organisation without an endpoint. */
export function FirstSteps() {
  return (
    <Panel title="Get started">
      <EmptyState
        icon={IconWebhook}
        title="Add an endpoint to receive events"
        action={<LinkButton to="/webhooks/new">Add your first endpoint</LinkButton>}
      >
        Then send a test event and create an API key for your program.
      </EmptyState>
    </Panel>
  )
}
