export { parseRobots } from './robots.ts'
export type { Robots } from './robots.ts'
export type { RobotsReason, RobotsRule, RobotsVerdict } from './verdict.ts'
export type { ProductToken } from './product-token.ts'
export type { CrawlDelay } from './crawl-delay.ts'
export type { ChosenGroup, RobotsExplanation } from './explanation.ts'
export type { MatchingRule, RobotsGroup, RobotsSitemap } from './rule-book.ts'
export type { RobotsLine, RobotsLineKind } from './file-lines.ts'
export type { RobotsNote, RobotsNoteCode } from './file-notes.ts'
export type { CleanParam } from './clean-param.ts'
export { compare } from './compare.ts'
export type { DialectDifference, RobotsComparison } from './compare.ts'
export { looksLikeRobots } from './looks-like-robots.ts'
export { noteMeaning } from './note-meaning.ts'
export type { NoteMeaning } from './note-meaning.ts'
export { DIALECTS } from './dialect.ts'
export type { Dialect } from './dialect.ts'
export { RobotsError } from './robots-error.ts'
export type { RobotsErrorCode } from './robots-error.ts'

export { afterRobotsAnswer, nextRobotsStep } from './access.ts'
export type { RobotsAnswer, RobotsFailure, RobotsFetchStep, RobotsStep } from './access.ts'
export { ROBOTS_POLICIES } from './access-policy.ts'
export type { RobotsPolicy } from './access-policy.ts'
export { rebaseRobotsCopy } from './robots-copy.ts'
export type { RobotsCopy, RobotsFile } from './robots-copy.ts'
export { robotsOfFile, stepVerdict } from './step-verdict.ts'
export { retryAfterMs } from './freshness.ts'

export { lintRobots } from './lint.ts'
export type { LintCode, LintFinding, LintOptions } from './lint.ts'
export { AI_AGENTS, aiAgentAccess } from './ai-agents.ts'
export type { AiAgent, AiAgentAccess } from './ai-agents.ts'
export { mayIndex, parseRobotsDirectives } from './page-directives.ts'
export type {
  DirectiveSource,
  HeaderFields,
  MetaContents,
  PageDirectives,
} from './page-directives.ts'

export { createRobotsCache } from './robots-cache.ts'
export type { RobotsAccess, RobotsCache, RobotsCacheOptions, RobotsStore } from './robots-cache.ts'
export type { ResponseHeaders, RobotsClock, RobotsFetch, RobotsResponse } from './ask-robots.ts'

export { readingsOf } from './answer-readings.ts'
export type { AnswerMeaning, AnswerReading } from './answer-readings.ts'
