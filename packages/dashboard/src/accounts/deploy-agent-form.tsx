import { NativeSelect, Text } from '@mantine/core'
import { deployAgent } from '@messaging/contract/accounts.ts'
import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import * as v from 'valibot'
import { useAction } from '../api/use-action.ts'
import { AgentSelect } from '../numbers/agent-select.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { tell } from '../ui/tell.ts'

const { agentId, phoneNumberId } = deployAgent.body.entries

const Deployment = v.object({
  agentId: v.pipe(v.string(), v.nonEmpty('Choose an agent.'), agentId),
  phoneNumberId: v.pipe(v.string(), v.nonEmpty('Choose a number.'), phoneNumberId),
})

/** Sets the default agent of one of an account's numbers. */
export function DeployAgentForm({
  accountId,
  numbers,
}: {
  readonly accountId: string
  readonly numbers: readonly BusinessNumber[]
}) {
  const deploying = useAction(deployAgent, {
    onDone: () => {
      tell('Agent deployed')
      form.reset()
    },
  })
  const form = useEndpointForm(deploying, {
    initial: { agentId: '', phoneNumberId: numbers.length === 1 ? (numbers[0]?.id ?? '') : '' },
    rules: Deployment,
    inputOf: (body) => ({ params: { id: accountId }, body }),
  })
  return (
    <EndpointForm form={form} endpoint={deployAgent} width="narrow" label="Deploy agent">
      <Text size="sm" c="dimmed">
        The agent replies in new conversations on the number. To include existing conversations, open the number.
      </Text>
      <AgentSelect {...form.getInputProps('agentId')} value={form.values.agentId} />
      <NativeSelect
        label="Number"
        required
        data={[
          { value: '', label: 'Choose a number' },
          ...numbers.map(({ id, number, activeAgent }) => ({
            value: id,
            label: activeAgent ? `+${number} (currently ${activeAgent.name})` : `+${number}`,
          })),
        ]}
        {...form.getInputProps('phoneNumberId')}
      />
    </EndpointForm>
  )
}
