import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro/content/config'
import { glob } from 'astro/loaders'
import { ASSEMBLED } from './assemble.ts'

export const collections = {
  docs: defineCollection({ loader: glob({ base: ASSEMBLED, pattern: '**/*.md' }), schema: docsSchema() }),
}
