import { Button, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core'
import { adversarialProof } from '@replywright/contract/adversarial-set.ts'
import type { Agent } from '@replywright/contract/agents.ts'
import { getExam, replaceExam } from '@replywright/contract/exams.ts'
import { createProof, getProof, listProofs, type ProofSummary } from '@replywright/contract/proofs.ts'
import { IconFlask, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { read } from '../../api/call.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { When } from '../../ui/when.tsx'
import { withCustomer } from './exam-input.ts'
import { ExamPanel } from './exam-panel.tsx'
import { inputOfCustomer, inputOfReplay, neverCalled, type ProofBody } from './proof-test.ts'
import { ProofBadge, ProofView } from './proof-view.tsx'

/** Proofs of an agent: simulated customers and time travel, and what they found. */
export function ProveSection({ agent: { id } }: { readonly agent: Agent }) {
  const [opened, setOpened] = useState<string>()
  const query = useQuery({
    ...read(listProofs, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? POLL_MS : false),
  })
  const starting = useAction(createProof, { done: 'Proof started', onDone: (proof) => setOpened(proof.id) })
  const start = (body: ProofBody) => starting.mutate({ params: { id }, body })
  return (
    <Stack onKeyDown={keepEnter}>
      <Text c="dimmed">
        The draft answers, or the published agent if there is no draft. Nothing is sent: no message, no webhook, no tool
        with an effect. Models cost as usual.
      </Text>
      <Allowed endpoint={createProof}>
        <Customers agentId={id} isStarting={starting.isPending} onStart={start} />
        <TimeTravel isStarting={starting.isPending} onStart={start} />
      </Allowed>
      <FormError error={starting.error} />
      <ExamPanel agentId={id} onOpen={setOpened} />
      {opened !== undefined && <ProofView agentId={id} proofId={opened} onClose={() => setOpened(undefined)} />}
      <Loaded query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState icon={IconFlask} title="No proof has run">
              Describe a customer, or play yesterday’s conversations again, before you publish.
            </EmptyState>
          ) : (
            <Panel title="Proofs">
              {results.map((proof) => (
                <Row key={proof.id} proof={proof} onOpen={() => setOpened(proof.id)} />
              ))}
            </Panel>
          )
        }
      </Loaded>
    </Stack>
  )
}

const POLL_MS = 2000

function isRunning({ state }: Pick<ProofSummary, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Enter in a field would save the agent. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

interface AreaProps {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Area({ onChange, ...props }: AreaProps) {
  return <Textarea autosize {...props} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}

interface Starting {
  readonly isStarting: boolean
  readonly onStart: (body: ProofBody) => void
}

function Customers({ agentId, isStarting, onStart }: Starting & { readonly agentId: string }) {
  const [persona, setPersona] = useState('')
  const [goal, setGoal] = useState('')
  const [knows, setKnows] = useState('')
  const [turns, setTurns] = useState(6)
  const [runs, setRuns] = useState(1)
  const [criteria, setCriteria] = useState('')
  const [results, setResults] = useState('')
  const [problem, setProblem] = useState<string>()
  const run = () => {
    const built = inputOfCustomer({ persona, goal, knows, turns }, { runs, criteria, results })
    setProblem('problem' in built ? built.problem : undefined)
    if ('input' in built) onStart(built.input)
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
          onChange={setPersona}
        />
        <Area label="Goal" placeholder="Learn where the order is" value={goal} onChange={setGoal} />
        <Area label="Knows" placeholder="Order A-1042, bought last week" value={knows} onChange={setKnows} />
        <Area
          label="Criteria"
          description="What the replies must meet, one in each line. A model judges them."
          value={criteria}
          onChange={setCriteria}
        />
        <Area
          label="Results of tools"
          description="JSON by the name of the tool. Other tools have no effect."
          placeholder='{"find_order": {"status": "shipped"}}'
          value={results}
          onChange={setResults}
        />
        <Group grow>
          <NumberInput
            label="Messages at most"
            min={1}
            max={20}
            value={turns}
            onChange={(value) => setTurns(Number(value))}
          />
          <NumberInput label="Runs" min={1} max={20} value={runs} onChange={(value) => setRuns(Number(value))} />
        </Group>
        <FormError error={keeping.error} />
        {problem !== undefined && (
          <Text c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group>
          <Button leftSection={<IconFlask size={16} aria-hidden />} loading={isStarting} onClick={run}>
            Run
          </Button>
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

const DAYS = [
  { value: '1', label: 'The last day' },
  { value: '7', label: 'The last 7 days' },
  { value: '30', label: 'The last 30 days' },
]
const FILTERS = [
  { value: 'all', label: 'All conversations' },
  { value: 'handed_over', label: 'Handed over to a person' },
  { value: 'failed', label: 'Failed' },
  { value: 'unhappy', label: 'Unhappy customers' },
  { value: 'expensive', label: 'The most expensive half' },
] as const
const TOOLS = [
  { value: 'recorded', label: 'Recorded results only' },
  { value: 'live_read_only', label: 'Call tools that only read' },
] as const

function TimeTravel({ isStarting, onStart }: Starting) {
  const [days, setDays] = useState('1')
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('all')
  const [tools, setTools] = useState<(typeof TOOLS)[number]['value']>('recorded')
  const [criteria, setCriteria] = useState('')
  const run = () =>
    onStart(inputOfReplay(Number(days), { filter: filter === 'all' ? undefined : filter, tools, criteria }, Date.now()))
  return (
    <Panel title="Time travel">
      <Stack gap="xs">
        <Text>Real conversations run again: the customers’ messages are the same, and the agent answers anew.</Text>
        <Group grow>
          <Select
            label="Period"
            data={DAYS}
            value={days}
            allowDeselect={false}
            onChange={(value) => setDays(value ?? '1')}
          />
          <Select
            label="Conversations"
            data={FILTERS}
            value={filter}
            allowDeselect={false}
            onChange={(value) => setFilter(FILTERS.find((each) => each.value === value)?.value ?? 'all')}
          />
          <Select
            label="Tools"
            data={TOOLS}
            value={tools}
            allowDeselect={false}
            onChange={(value) => setTools(TOOLS.find((each) => each.value === value)?.value ?? 'recorded')}
          />
        </Group>
        <Area
          label="Criteria"
          description="What the replies must meet, one in each line."
          value={criteria}
          onChange={setCriteria}
        />
        <Group>
          <Button leftSection={<IconHistory size={16} aria-hidden />} loading={isStarting} onClick={run}>
            Replay
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

const KINDS = { replay: 'Time travel', customers: 'Simulated customers', exam: 'Exam' } as const

function Row({ proof, onOpen }: { readonly proof: ProofSummary; readonly onOpen: () => void }) {
  const { kind, whatChanged, problem, createdAt, finished, total } = proof
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div>
        <ProofBadge proof={proof} /> {KINDS[kind]}{' '}
        <Text span c="dimmed">
          <When at={createdAt} />
        </Text>
        <Text>{problem ?? (whatChanged || `${finished} of ${total} conversations`)}</Text>
      </div>
      <Button size="xs" variant="default" onClick={onOpen}>
        Show
      </Button>
    </Group>
  )
}

/** The result of the last proof of an agent, for the dialog that publishes its draft. */
export function LastProof({ draft: { id, tools } }: { readonly draft: Agent }) {
  const { data } = useQuery(read(listProofs, { params: { id } }))
  const [last] = data?.results ?? []
  const { data: proof } = useQuery({
    ...read(getProof, { params: { id, proofId: last?.id ?? '' } }),
    enabled: last !== undefined,
  })
  const never = proof ? neverCalled(tools, proof.conversations) : []
  if (!data) return null
  if (!last) return <Text mt="xs">No proof has run: nothing was tested.</Text>
  return (
    <Text mt="xs" component="div">
      Last proof: <ProofBadge proof={last} /> <When at={last.createdAt} /> {last.problem ?? last.whatChanged}
      {!last.draft && ' It was of the published agent, not of the draft.'}
      {never.length > 0 && ` It never called these tools: ${never.join(', ')}.`}
    </Text>
  )
}
