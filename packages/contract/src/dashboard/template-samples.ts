import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

/** The types of sample files that the provider accepts, by the kind of the header. */
export const SAMPLE_TYPES = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4'],
  DOCUMENT: ['application/pdf'],
} as const

/** As of every file in a form. */
export const LARGEST_SAMPLE_BYTES = 4 * 1024 * 1024

const SampleForm = v.object({ file: v.file('must be a file') })

/** Uploads the sample of a template's header to the provider. */
export const uploadTemplateSample = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/template-samples/',
  body: SampleForm,
  content: { 'multipart/form-data': SampleForm },
  response: v.object({ handle: v.pipe(v.string(), v.description('The value of `header_handle` of the component.')) }),
})
