import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { routeConversation } from '@messaging/contract/conversations.ts'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { Link } from '@tanstack/react-router'
import { Allowed } from '../../ui/allowed.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RoutingDialog } from './routing-dialog.tsx'
import { words } from './words.ts'

const { routing: texts } = words

/** The routing of a conversation and its reason. */
export function RoutingPanel({ details }: { readonly details: ConversationDetails }) {
  const [isEditing, { open, close }] = useDisclosure()
  const { mode, agent, webhook, reason } = details.effectiveRoute
  return (
    <Panel
      title={texts.title}
      actions={
        !details.isSandbox && (
          <Allowed endpoint={routeConversation}>
            <Button size="xs" variant="default" onClick={open}>
              {texts.change}
            </Button>
          </Allowed>
        )
      }
    >
      <Facts>
        <Fact name={texts.to}>{texts.modes[mode ?? 'none']}</Fact>
        <Fact name={texts.endpoint}>
          {webhook && (
            <Link to="/webhooks/$id" params={{ id: webhook.id }}>
              {webhook.enabled ? webhook.name : texts.disabled(webhook.name)}
            </Link>
          )}
        </Fact>
        <Fact name={texts.agent}>
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
