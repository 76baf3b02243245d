import { Skeleton } from '@mantine/core'
import { type Conversation, getConversation, routeConversation } from '@messaging/contract/conversations.ts'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { useAction } from '../../api/use-action.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EndpointForm, useEndpointForm } from '../../ui/endpoint-form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { tell } from '../../ui/tell.ts'
import { RoutingFields } from './routing-fields.tsx'
import { routingInput, validateRouting } from './routing-values.ts'

/** Overrides the number's default routing for one conversation. */
export function RoutingDialog({
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
    <Dialog opened={opened} onClose={onClose} title="Change routing">
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ routing }) => <RoutingForm key={String(routing)} routing={routing} details={details} onClose={onClose} />}
      </Loaded>
    </Dialog>
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
  const changing = useAction(routeConversation, {
    onDone: () => {
      tell('Routing changed')
      onClose()
    },
  })
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
