import { Switch, Textarea } from '@mantine/core'
import { listAgents } from '@messaging/contract/agents.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import { AgentSelect } from '../../numbers/agent-select.tsx'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import type { HandoffValues } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'

/** The agents to which this agent can hand off a conversation. */
export function Handoffs({ form }: { readonly form: AgentForm }) {
  const { data } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const nameOf = ({ childAgentId, childAgentName }: HandoffValues) =>
    data?.results.find(({ id }) => id === childAgentId)?.name ?? childAgentName
  return (
    <ItemList
      form={form}
      field="handoffTools"
      title="Handoffs"
      description="Agents of your organisation to which this agent can hand off a conversation."
      kind="handoff"
      items={form.values.handoffTools}
      onChange={(tools) => form.setFieldValue('handoffTools', tools)}
      create={newHandoff}
      heading={nameOf}
      isOff={({ active }) => !active}
    >
      {(handoff, path) => (
        <>
          <AgentSelect
            value={handoff.childAgentId}
            error={form.errors[`${path}childAgentId`]}
            known={handoff.childAgentId ? { id: handoff.childAgentId, name: nameOf(handoff) } : undefined}
            onChange={(id) => form.setFieldValue(`${path}childAgentId`, id)}
          />
          <Textarea
            label="When to hand off"
            description="Shown to the model."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newHandoff(): HandoffValues {
  return { key: newKey(), id: undefined, childAgentId: '', childAgentName: '', description: '', active: true }
}
