import { Button, Modal, Radio, Skeleton, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { type Conversation, getConversation, routeConversation } from '@replywright/contract/conversations.ts'
import type { ConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { AgentSelect, WebhookSelect } from '../../numbers/target-select.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { EndpointForm, useEndpointForm } from '../../ui/endpoint-form.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { Hint } from '../../ui/text.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type RoutingValues, routingInput, validateRouting } from './routing-values.ts'

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
      <Hint mt="xs">{reason}</Hint>
      <RoutingDialog opened={isEditing} onClose={close} details={details} />
    </Panel>
  )
}

/** Overrides the number's default routing for one conversation. */
function RoutingDialog({
  opened,
  onClose,
  details,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  readonly details: ConversationDetails
}) {
  const query = useQuery({ ...read(getConversation, { params: { id: details.id } }), enabled: opened })
  return (
    <Modal opened={opened} onClose={onClose} title="Change routing">
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ routing }) => <RoutingForm key={String(routing)} routing={routing} details={details} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}

function RoutingForm({
  routing,
  details,
  onClose,
}: {
  readonly routing: Conversation['routing']
  readonly details: ConversationDetails
  readonly onClose: () => void
}) {
  const { agent, webhook } = details.effectiveRoute
  const changing = useAction(routeConversation, { done: 'Routing changed', onDone: onClose })
  const form = useEndpointForm(changing, {
    initial: { mode: routing ?? 'inherit', agentId: agent?.id ?? '', webhookId: webhook?.id ?? '' },
    rules: validateRouting,
    inputOf: (values) => ({ params: { id: details.id }, body: routingInput(values, agent?.id) }),
  })
  return (
    <EndpointForm form={form} label="Change routing" onCancel={onClose}>
      <RoutingFields form={form} agent={agent} webhook={webhook} />
    </EndpointForm>
  )
}

/** Selects the routing: the number's default, an agent, or one of the user's own endpoints. */
function RoutingFields({
  form,
  agent,
  webhook,
}: {
  readonly form: UseFormReturnType<RoutingValues>
  readonly agent: ConversationDetails['effectiveRoute']['agent']
  readonly webhook: ConversationDetails['effectiveRoute']['webhook']
}) {
  const { mode, agentId, webhookId } = form.values
  return (
    <Radio.Group label="Route messages to" {...form.getInputProps('mode')}>
      <Stack gap="sm" mt="xs">
        <Radio value="inherit" label="Use the number’s default" description="Removes the conversation’s own routing." />
        <Radio value="agent" label="An agent" description="Replies regardless of the number’s default." />
        {mode === 'agent' && (
          <AgentSelect
            value={agentId}
            known={agent}
            error={form.errors.agentId}
            onChange={(id) => form.setFieldValue('agentId', id)}
          />
        )}
        <Radio
          value="webhook"
          label="An endpoint"
          description="Receives subscription events and replies through the API. The previous endpoint is notified."
        />
        {mode === 'webhook' && <WebhookSelect {...form.getInputProps('webhookId')} value={webhookId} known={webhook} />}
      </Stack>
    </Radio.Group>
  )
}
