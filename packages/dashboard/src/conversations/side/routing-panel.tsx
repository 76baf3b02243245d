import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { routeConversation } from '@messaging/contract/conversations.ts'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { Link } from '@tanstack/react-router'
import { Allowed } from '../../ui/allowed.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RoutingDialog } from './routing-dialog.tsx'

const MODE_NAMES = { agent: 'Agent', webhook: 'Endpoint', sandbox: 'Sandbox', none: 'Not routed' }

/** The routing of a conversation and its reason. */
export function RoutingPanel({ details }: { readonly details: ConversationDetails }) {
  const [isEditing, { open, close }] = useDisclosure()
  const { mode, agent, webhook, reason } = details.effectiveRoute
  return (
    <Panel
      title="Routing"
      actions={
        !details.isSandbox && (
          <Allowed endpoint={routeConversation}>
            <Button size="xs" variant="default" onClick={open}>
              Change
            </Button>
          </Allowed>
        )
      }
    >
      <Facts>
        <Fact name="Routed to">{MODE_NAMES[mode ?? 'none']}</Fact>
        <Fact name="Endpoint">
          {webhook && (
            <Link to="/webhooks/$id" params={{ id: webhook.id }}>
              {webhook.enabled ? webhook.name : `${webhook.name} (disabled)`}
            </Link>
          )}
        </Fact>
        <Fact name="Agent">
          {agent && (
            <Link to="/agents/$id" params={{ id: agent.id }}>
              {agent.name}
            </Link>
          )}
        </Fact>
      </Facts>
      <Text size="xs" c="dimmed" mt="xs">
        {reason}
      </Text>
      <RoutingDialog opened={isEditing} onClose={close} details={details} />
    </Panel>
  )
}
