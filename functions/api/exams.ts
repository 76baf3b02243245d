import * as exams from '@replywright/contract/exams.ts'
import { getExam, replaceExam, runExam } from '@replywright/core/answering/exams/exams.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () => route(exams.getExam, ({ caller, params }) => getExam(caller, params.id))

export const replaceRoute = () =>
  route(exams.replaceExam, ({ caller, params, body, now }) => replaceExam(caller, params.id, body, now))

export const runRoute = () => route(exams.runExam, ({ caller, params, id, now }) => runExam(caller, params.id, id, now))
