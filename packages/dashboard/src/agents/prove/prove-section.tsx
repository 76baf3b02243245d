import { Button, Group, Stack, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { getExam } from '@replywright/contract/exams.ts'
import { createProof, type ProofSummary } from '@replywright/contract/proofs.ts'
import { IconFlask } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { read } from '../../api/call.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { When } from '../../ui/when.tsx'
import classes from '../agent.module.css'
import { type Comparison, ComparisonView } from './comparison-view.tsx'
import { Customers } from './customers.tsx'
import { ExamPanel } from './exam-panel.tsx'
import type { ProofBody } from './proof-test.ts'
import { ProofBadge, ProofView } from './proof-view.tsx'
import { TimeTravel } from './time-travel.tsx'
import { isRunning, useProofs } from './use-proofs.ts'

/** Proofs of an agent: simulated customers and time travel, and what they found. */
export function ProveSection({ agent, draft }: { readonly agent: Agent; readonly draft: Agent | undefined }) {
  const { id } = agent
  const [opened, setOpened] = useState<string>()
  const [comparison, setComparison] = useState<Comparison>()
  const query = useProofs(id)
  const queries = useQueryClient()
  const running = query.data?.results.filter(isRunning).length ?? 0
  useEffect(() => {
    // An exam that ends has a result and other costs.
    if (running === 0) void queries.invalidateQueries({ queryKey: read(getExam, { params: { id } }).queryKey })
  }, [running, queries, id])
  const starting = useAction(createProof, { done: 'Proof started', onDone: (proof) => setOpened(proof.id) })
  const published = useAction(createProof)
  const drafted = useAction(createProof, { done: 'Both proofs started' })
  const start = (body: ProofBody) => starting.mutate({ params: { id }, body })
  const compare = async (body: ProofBody) => {
    const before = await published
      .mutateAsync({ params: { id }, body: { ...body, draft: false } })
      .catch(() => undefined)
    const after = before && (await drafted.mutateAsync({ params: { id }, body }).catch(() => undefined))
    if (before && after) setComparison({ published: before.id, draft: after.id })
  }
  const isStarting = starting.isPending || published.isPending || drafted.isPending
  const shared = { isStarting, onStart: start, onCompare: draft && ((body: ProofBody) => void compare(body)) }
  return (
    <Stack onKeyDown={keepEnter}>
      <Text c="dimmed">
        The draft answers, or the published agent if there is no draft. Nothing is sent: no message, no webhook, no tool
        with an effect. Models cost as usual.
      </Text>
      <Allowed endpoint={createProof}>
        <Customers agentId={id} {...shared} />
        <TimeTravel agent={draft ?? agent} {...shared} />
      </Allowed>
      <FormError error={starting.error ?? published.error ?? drafted.error} />
      {comparison && (
        <div key={comparison.draft} ref={scrollTo} className={classes.result}>
          <ComparisonView agentId={id} comparison={comparison} onClose={() => setComparison(undefined)} />
        </div>
      )}
      {opened !== undefined && (
        <div key={opened} ref={scrollTo} className={classes.result}>
          <ProofView agentId={id} proofId={opened} onClose={() => setOpened(undefined)} />
        </div>
      )}
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
      <ExamPanel agentId={id} onOpen={setOpened} />
    </Stack>
  )
}

/** Shows a result that opens below the button that started it. */
function scrollTo(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'start' })
}

/** Enter in a field would save the agent. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const KINDS = { replay: 'Time travel', customers: 'Simulated customers', exam: 'Exam', tests: 'Saved tests' } as const

function Row({ proof, onOpen }: { readonly proof: ProofSummary; readonly onOpen: () => void }) {
  const { kind, draft, whatChanged, problem, createdAt, finished, total } = proof
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div>
        <ProofBadge proof={proof} /> {KINDS[kind]}
        {draft ? ' of the draft ' : ' of the published agent '}
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
