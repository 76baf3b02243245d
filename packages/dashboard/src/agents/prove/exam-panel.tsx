import { Alert, Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { type Exam, type ExamEstimate, getExam, replaceExam, runExam } from '@replywright/contract/exams.ts'
import { IconAlertTriangle, IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ActionButton } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { Bullets } from '../../ui/text.tsx'
import { useAction } from '../../ui/use-action.ts'
import { When } from '../../ui/when.tsx'
import { examInput } from './exam-input.ts'
import { linesOf } from './proof-test.ts'

interface ExamProps {
  readonly agentId: string
  /** Shows a proof. */
  readonly onOpen: (proofId: string) => void
}

/** The nightly exam of an agent: what it tests, what it costs, and how the last one ended. */
export function ExamPanel({ agentId, onOpen }: ExamProps) {
  const query = useQuery(read(getExam, { params: { id: agentId } }))
  return (
    <Panel title="Nightly exam">
      <Loaded query={query}>
        {(exam) => (
          <Stack gap="xs">
            <Text>
              Every night, simulated customers write to the published agent, and a model judges some conversations of
              the day. If it is worse than the last time, admins get a mail.
            </Text>
            <LastExam exam={exam} />
            <ExamForm key={JSON.stringify(examInput(exam))} agentId={agentId} exam={exam} onOpen={onOpen} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

function LastExam({ exam: { last, nextAt } }: { readonly exam: Exam }) {
  return (
    <>
      <Text c="dimmed">
        {nextAt === null ? (
          'It is off.'
        ) : (
          <>
            The next exam: <When at={nextAt} />.
          </>
        )}
        {last && (
          <>
            {' '}
            The last exam: <When at={last.at} />, {last.passed ? 'passed' : 'not passed'}.
          </>
        )}
      </Text>
      {last && last.drops.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Worse than the exam before">
          <Bullets>
            {last.drops.map(({ kind, name, before, now }) => (
              <li key={`${kind} ${name}`}>
                {`${name}: ${now.count} of ${now.of} instead of ${before.count} of ${before.of}`}
              </li>
            ))}
          </Bullets>
        </Alert>
      )}
    </>
  )
}

function ExamForm({ agentId, exam, onOpen }: ExamProps & { readonly exam: Exam }) {
  const [hour, setHour] = useState(exam.hour)
  const [sample, setSample] = useState(exam.sample)
  const [maxUsd, setMaxUsd] = useState(exam.maxUsd)
  const [criteria, setCriteria] = useState(exam.criteria.join('\n'))
  const [customers, setCustomers] = useState(exam.customers)
  const saving = useAction(replaceExam, { done: 'Exam saved' })
  const running = useAction(runExam, { done: 'Exam started', onDone: (proof) => onOpen(proof.id) })
  const params = { id: agentId }
  const entered = { ...examInput(exam), hour, sample, maxUsd, customers, criteria: linesOf(criteria) }
  const isChanged = JSON.stringify(entered) !== JSON.stringify(examInput(exam))
  return (
    <Stack gap="xs">
      <Text fw={600}>Customers</Text>
      {customers.length === 0 ? (
        <Text c="dimmed">None. Describe one above and choose “Use in the exam”.</Text>
      ) : (
        customers.map((customer, index) => (
          <Group key={`${customer.goal} ${customer.persona}`} gap="xs">
            <Text>{customer.goal}</Text>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Remove ${customer.goal}`}
              onClick={() => setCustomers(customers.filter((_, other) => other !== index))}
            >
              Remove
            </Button>
          </Group>
        ))
      )}
      <Textarea
        autosize
        label="Criteria of the exam"
        description="What the replies must meet, one in each line. A model judges them."
        value={criteria}
        onChange={({ currentTarget }) => setCriteria(currentTarget.value)}
      />
      <Group grow align="end">
        <NumberInput
          label="Conversations of the day"
          min={0}
          max={50}
          value={sample}
          onChange={(value) => setSample(Number(value))}
        />
        <NumberInput label="Hour (UTC)" min={0} max={23} value={hour} onChange={(value) => setHour(Number(value))} />
        <NumberInput
          label="USD at most"
          min={0.01}
          max={1000}
          value={maxUsd}
          onChange={(value) => setMaxUsd(Number(value))}
        />
      </Group>
      <FormError error={saving.error ?? running.error} />
      <Text>{isChanged ? 'Save to see what it costs.' : costText(exam.estimate)}</Text>
      <Allowed endpoint={replaceExam}>
        <Group>
          <Button
            variant="default"
            disabled={!isChanged}
            loading={saving.isPending}
            onClick={() => saving.mutate({ params, body: entered })}
          >
            Save exam
          </Button>
          {exam.enabled ? (
            <Button variant="default" onClick={() => saving.mutate({ params, body: { ...entered, enabled: false } })}>
              Switch off
            </Button>
          ) : (
            !isChanged && (
              <ActionButton
                button={{ label: 'Switch on', variant: 'filled', leftSection: <IconMoon size={16} aria-hidden /> }}
                endpoint={replaceExam}
                input={{ params, body: { ...entered, enabled: true } }}
                title="Switch on the nightly exam?"
                confirm="Switch on"
                done="Exam switched on"
              >
                {costText(exam.estimate)} The costs count as use of the agent.
              </ActionButton>
            )
          )}
          <Button
            variant="default"
            disabled={isChanged}
            loading={running.isPending}
            onClick={() => running.mutate({ params })}
          >
            Run exam now
          </Button>
        </Group>
      </Allowed>
    </Stack>
  )
}

/** Returns what an exam costs as a sentence. */
function costText({ conversations, usd, usdPerMonth, basis }: ExamEstimate): string {
  const of = `An exam of ${conversations} conversation${conversations === 1 ? '' : 's'}`
  if (usd === null || usdPerMonth === null)
    return `${of}: the price of a model is not known, so neither the costs nor the limit are.`
  const how = basis === 'last_exam' ? 'as the last one did' : 'as an estimate'
  return `${of} costs about ${usd.toFixed(2)} USD, ${usdPerMonth.toFixed(2)} USD a month (${how}).`
}
