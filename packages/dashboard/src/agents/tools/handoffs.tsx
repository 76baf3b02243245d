import { Switch, Textarea } from '@mantine/core'
import { listAgents } from '@messaging/contract/agents.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import { AgentSelect } from '../../numbers/agent-select.tsx'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import type { HandoffValues } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'
import { words } from '../words.ts'

/** The agents to which this agent can hand off a conversation. */
export function Handoffs({ form }: { readonly form: AgentForm }) {
  const { data } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const nameOf = ({ childAgentId, childAgentName }: HandoffValues) =>
    data?.results.find(({ id }) => id === childAgentId)?.name ?? childAgentName
  return (
    <ItemList
      form={form}
      field="handoffTools"
      title={words.handoffs.handoffs}
      description={words.handoffs.agentsOfYourOrganisation}
      add={words.handoffs.addHandoff}
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
            label={words.handoffs.whenToHandOff}
            description={words.handoffs.shownToTheModel}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Switch label={words.handoffs.active} {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newHandoff(): HandoffValues {
  return { key: newKey(), id: undefined, childAgentId: '', childAgentName: '', description: '', active: true }
}
