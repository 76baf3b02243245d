import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { adversarialProof } from '@replywright/contract/adversarial-set.ts'
import { getExam, replaceExam } from '@replywright/contract/exams.ts'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { FormError } from '../../ui/form-parts.tsx'
import { Panel } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRemembered } from '../../ui/use-remembered.ts'
import { withCustomer } from './exam-input.ts'
import { Area, type Starting } from './fields.tsx'
import { inputOfCustomer } from './proof-test.ts'

const EMPTY = { persona: '', goal: '', knows: '', turns: 6, runs: 1, criteria: '', results: '' }

/** Describes a simulated customer, and starts proofs with them. */
export function Customers({ agentId, isStarting, onStart, onCompare }: Starting & { readonly agentId: string }) {
  const [form, change] = useRemembered(['customer', agentId], EMPTY)
  const { persona, goal, knows, turns, runs, criteria, results } = form
  const [problem, setProblem] = useState<string>()
  const run = (start: Starting['onStart']) => {
    const built = inputOfCustomer({ persona, goal, knows, turns }, { runs, criteria, results })
    setProblem('problem' in built ? built.problem : undefined)
    if ('input' in built) start(built.input)
  }
  const exam = useQuery(read(getExam, { params: { id: agentId } }))
  const keeping = useAction(replaceExam, { done: 'Added to the exam. Its cost is shown there.' })
  const keep = () => {
    const built = inputOfCustomer({ persona, goal, knows, turns }, { runs, criteria: '', results: '' })
    setProblem('problem' in built ? built.problem : undefined)
    if ('input' in built && exam.data)
      keeping.mutate({ params: { id: agentId }, body: withCustomer(exam.data, { persona, goal, knows, turns }) })
  }
  return (
    <Panel title="Simulated customer">
      <Stack gap="xs">
        <Area
          label="Persona"
          description="Who the customer is, and how they write."
          placeholder="In a hurry, writes in few words, a little annoyed"
          value={persona}
          onChange={(value) => change({ persona: value })}
        />
        <Area
          label="Goal"
          placeholder="Learn where the order is"
          value={goal}
          onChange={(value) => change({ goal: value })}
        />
        <Area
          label="Knows"
          placeholder="Order A-1042, bought last week"
          value={knows}
          onChange={(value) => change({ knows: value })}
        />
        <Area
          label="Criteria"
          description="What the replies must meet, one in each line. A model judges them."
          value={criteria}
          onChange={(value) => change({ criteria: value })}
        />
        <Area
          label="Results of tools"
          description="JSON by the name of the tool. Other tools have no effect."
          placeholder='{"find_order": {"status": "shipped"}}'
          value={results}
          onChange={(value) => change({ results: value })}
        />
        <Group grow>
          <NumberInput
            label="Messages at most"
            min={1}
            max={20}
            value={turns}
            onChange={(value) => change({ turns: Number(value) })}
          />
          <NumberInput
            label="Runs"
            min={1}
            max={20}
            value={runs}
            onChange={(value) => change({ runs: Number(value) })}
          />
        </Group>
        <FormError error={keeping.error} />
        {problem !== undefined && (
          <Text c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group>
          <Button leftSection={<IconFlask size={16} aria-hidden />} loading={isStarting} onClick={() => run(onStart)}>
            Run
          </Button>
          {onCompare && (
            <Button variant="default" loading={isStarting} onClick={() => run(onCompare)}>
              Run and compare
            </Button>
          )}
          <Button variant="default" loading={isStarting} onClick={() => onStart(adversarialProof())}>
            Run 40 attacks
          </Button>
          <Button variant="default" loading={keeping.isPending} disabled={!exam.data} onClick={keep}>
            Use in the exam
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
