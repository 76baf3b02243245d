import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RoutingDialog } from './routing-dialog.tsx'

const MODES = { agent: 'Agent', webhook: 'Endpoint', sandbox: 'Sandbox' } as const

/** The routing of a conversation and its reason. */
export function RoutingPanel({ details }: { readonly details: ConversationDetails }) {
  const [isEditing, { open, close }] = useDisclosure()
  const { mode, agent, webhook, reason } = details.effectiveRoute
  return (
    <Panel
      title="Routing"
      actions={
        !details.isSandbox && (
          <Button size="xs" variant="default" onClick={open}>
            Change
          </Button>
        )
      }
    >
      <Facts>
        <Fact name="Routed to">{mode === null ? 'Not routed' : MODES[mode]}</Fact>
        <Fact name="Endpoint">
          {webhook && (
            <>
              <Link to="/webhooks/$id" params={{ id: webhook.id }}>
                {webhook.name}
              </Link>
              {!webhook.enabled && ' (disabled)'}
            </>
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
      <Text size="sm" c="dimmed" mt="xs">
        {reason}
      </Text>
      <RoutingDialog opened={isEditing} onClose={close} details={details} />
    </Panel>
  )
}
