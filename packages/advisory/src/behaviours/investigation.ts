import type { Passage } from '../segment/passage.js';

/** Titles of documents that tell responders what to type: their commands are the reader's. */
const HANDBOOK_TITLE =
  /\b(?:DFIR (?:notes|guide|guidance|checklist|cheat)|forensics? (?:notes|guide|guidance|checklist|cheat|artifacts?|acquisition)|(?:incident )?response (?:guide|guidance|playbook|checklist|notes|procedure)|(?:investigation|triage|hunting|detection|remediation|hardening) (?:guide|guidance|playbook|checklist|notes|steps|procedure|cheat)|(?:guide|guidance|playbook|checklist) (?:to|for|on) (?:detect|investigat|hunt|respond|remediat|mitigat|harden|forensic)\w*|how to (?:detect|check|investigate|find out|tell|hunt|respond|recover|remove)|runbook|(?:am i|are you) (?:affected|compromised|vulnerable))\b/i;

/** Sections in which the author or the reader is at the keyboard. */
const READERS_SECTION =
  /^\W*(?:\d[\d.]*\W+)?(?:checklist|(?:taking|creating|acquiring|capturing) (?:an? |the )?(?:\w+ )?(?:images?|memory|snapshots?|dumps?|backups?)|(?:collecting|preserving|gathering|acquiring) (?:\w+ ){0,2}(?:evidence|logs?|artifacts?|data)|forensics?\b(?! (?:analysis of|evasion))|triage\b|investigat(?:ion|ive|ing) (?:steps|guide|guidance|tips|playbook|notes)|how (?:to|do i|can i|do you) (?:check|detect|find|tell|know|verify|determine|identify|investigate|test|hunt)|(?:checking|looking|searching|scanning|hunting|testing) (?:for|if|whether|your)\b|am i (?:affected|vulnerable|compromised)|are you (?:affected|vulnerable|compromised)|(?:default|expected|normal|baseline) (?:process|file|output|service|port|state|config|script)\w*|(?:known|verified)[- ]good\b|(?:lab|test)(?:ing)? (?:environment|bed|set-?up|lab)|set(?:ting)?[- ]up (?:the |a |an |your |our )?(?:lab|test|environment|virtual|vm|appliance|sandbox|debug)\w*|getting .{3,60} (?:working|running|started)|(?:remote |kernel |bonus\W+)?debugging\b|reproduc(?:ing|tion)|installation|about (?:us|our\b.*|the (?:company|authors?|team|vendor)\b.*)|(?:customer |product )(?:protections?|coverage)|how .{2,40} (?:helps?|protects?|detects?|prevents?|stops?|blocks?)\b.*|(?:our |the )?response|clean-?up|(?:the )?recovery|prerequisites|(?:patch|hot ?fix) (?:diff|analysis)|(?:diffing|analy[sz]ing) the (?:\w+ )?(?:patch|hot ?fix))/i;

/** Verbs that send a reader to look, not an intruder to act. */
const LOOK =
  'check|review|search|look|list|verify|find|inspect|query|grep|examine|identify|confirm|determine|compare|collect|acquire|preserve|retrieve|gather|validate|audit|ensure|monitor|hunt|decode|count|see|test';
/** Purposes of a command that only defenders have. */
const DEFENDING = `${LOOK}|detect|mitigate|remediate|remove the (?:malware|backdoor|infection)|clean(?: up)?|patch|upgrade|block|reproduce|make sure`;
const LEAD =
  '^\\W*(?:(?:also|then|next|first|second|finally|now|please|lastly|optionally|alternatively|so|and),?\\s+){0,2}';
const READER_LOOKS = new RegExp(
  `${LEAD}(?:(?:you|we|defenders|administrators|admins|analysts|responders|customers) (?:can|could|should|may|need to) (?:also |then |now )?|let['’]?s (?:also |now )?|let us )?(?:doing |run |(?:${LOOK})\\b)(?!.{0,40}\\b(?:was|were|been) (?:used|run|executed)\\b)`,
  'i',
);
const TO_DEFEND = new RegExp(
  `\\b(?:(?:one-?liners?|commands?|quer(?:y|ies)|scripts?|steps?|run|use|using|way)\\b.{0,60}\\bto (?:\\w+ )?(?:${DEFENDING})\\b|${LEAD.slice(1)}to (?:${DEFENDING})\\b.{0,160}(?:run|use|type|execute|following|:))`,
  'i',
);
/** Someone did it: a verb of the third person or the past, no instruction. */
const TOLD_OF_OTHERS =
  /\b(?:uses|(?<!\bbe )used|runs|ran|executes|(?<!\bbe )executed|issues|issued|invokes|invoked|launches|launched|performs|performed|calls|called)\b/i;
/** An instruction to run something. */
const READERS_COMMAND = new RegExp(
  `${LEAD}(?:(?:you|defenders|administrators|admins|analysts|responders|customers|organi[sz]ations) (?:can|could|should|may|need to) (?:also )?|to [^,]{3,80},\\s*)?(?:please )?(?:use|run|execute|type|enter|issue|try)\\b`,
  'i',
);
/** A copy of a machine is taken by those who examine it. */
const IMAGING =
  /\b(?:(?:disk|memory|forensic) (?:image|copy|dump)|image of (?:the|a) (?:disk|memory|drive|host|system))\b/i;
/** The block that follows is the intruder's after all. */
const ACTORS =
  /\b(?:attackers?|adversar(?:y|ies)|(?:threat )?actors?|intruders?|operators?|malware|implant|backdoor|web ?shell|payload|reverse (?:\w+ )?shell|ransomware|miner|botnet|dropper)\b/i;
/** Who reads these names what to look for is told an intruder's deed. */
const ACTORS_DEED =
  /\b(?:attackers?|adversar(?:y|ies)|(?:threat )?actors?|intruders?|operators?|malware|implant|backdoor|ransomware|miner|botnet|dropper|script|payload)\W+(?:(?:then|also|first|later|\w+ly)\W+){0,2}(?:ran|runs?|executed?s?|used?s?|issued|typed|entered|invoked|launch(?:ed|es)|start(?:ed|s)|call(?:ed|s)|download(?:ed|s)|install(?:ed|s)|creat(?:ed|es)|drop(?:ped|s)|wrote|writes|add(?:ed|s)|append(?:ed|s)|modif(?:ied|ies)|cop(?:ied|ies)|upload(?:ed|s)|plac(?:ed|es)|left|leaves|us(?:ed|es)|delet(?:ed|es)|persist(?:ed|s))\b/i;

/** A sentence of its own that the actor is the subject of. */
const ACTORS_SENTENCE =
  /^\W*(?:(?:in|on|during|after|then|also|later)\b[^,.]{0,40},\s*)?(?:the |an? |these |those |some |we (?:saw|observed) )?(?:attackers?|adversar(?:y|ies)|threat actors?|intruders?|malware|backdoor|ransomware|miner|botnet|dropper)\b(?! (?:may|might|can|could|would)\b)/i;

/** A line that starts a tool which takes samples, documents, memory or traffic apart. */
const ANALYSTS_LINE =
  /^[ \t]{0,20}(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,60}[$#]|[$#>])?[ \t]{0,20}(?:(?:sudo|python[\d.]*|perl|wine)[ \t]+)?(?:\S{0,80}[\\/])?(?:upx[ \t]+-d|oledump|oleid|olevba|mraptor|rtfobj|msodde|pdf-parser|pdfid|strings|floss|capa|vol(?:atility)?3?|yarac?|exiftool|binwalk|de4dot|ilspycmd|jadx|apktool|radare2|r2|rizin|objdump|readelf|tshark|zeek|suricata|speakeasy|scdbg|cyberchef|1768|base64dump|emldump|msgconvert|innoextract|pyinstxtractor|uncompyle6|decompyle3|log2timeline|plaso|chainsaw|hayabusa|evtx_dump|regripper|rip|kape|winpmem\w*|dumpit|avml|lime)(?:\.(?:py|pl|exe|sh))?(?=\s).*$/gim;

/** The columns of what lists processes, sockets or open files. */
const LISTING_HEAD =
  /^[ \t]{0,20}(?:USER[ \t]{1,40}(?:PID|COMMAND)|(?:UID|F\s+S|PID)\s+(?:PID|PPID|UID|TTY|USER|S)\b|COMMAND\s+PID|Proto\s+Recv-Q|PID\s+.{0,40}(?:TIME|CMD|COMMAND))/m;

/** A line typed at a prompt, as a recording of a session shows it. */
const TYPED = /^[ \t]*(?:[\w.-]+@[\w.-]+[^$#\n]{0,60}[$#]|[$#]|PS [A-Z]:\\[^>\n]{0,80}>)[ \t]+\S.*$/gm;

/** Whether a passage is the output of what lists processes, sockets or open files: nobody typed its lines. */
export function isListing({ block, text }: Passage): boolean {
  return block.type === 'code' && LISTING_HEAD.test(text);
}

/**
 * The passages that may tell of the actor. Left out is what responders, readers or authors type: all of a handbook for responders, sections
 * whose heading puts the reader at the keyboard, code whose lead-in sends the reader to look or says that it serves to check. What a lead-in gives to the actor stays; in a handbook only what the author's own commands, blanked out, have shown.
 */
export function actorsPassages(passages: readonly Passage[], title: string): readonly Passage[] {
  const handbook = isHandbook(passages, title);
  let leadIn = '';
  return passages.flatMap((read) => {
    let passage = read;
    const { type } = passage.block;
    if (type === 'heading') {
      leadIn = '';
      return [passage];
    }
    if (type === 'code') passage = { ...passage, text: blanked(passage.text, ANALYSTS_LINE) };
    const readers = handbook || inReadersSection(passage);
    const said = (type === 'code' ? leadIn : passage.text).slice(-SAID_CHARACTERS);
    if (type !== 'code') {
      leadIn = passage.text;
      return readers ? onlySentences(passage, tellsDeed) : [passage];
    }
    if (tellsDeed(said)) return [passage];
    if (sendsReader(said)) return [];
    if (!readers) return [passage];
    return ACTORS.test(said) ? [{ ...passage, text: blanked(passage.text, TYPED) }] : [];
  });
}

/** A text with what a pattern finds blanked out, offsets kept. */
function blanked(text: string, pattern: RegExp): string {
  return text.replace(pattern, (line) => line.replace(/\S/g, ' '));
}

/** The end of a lead-in decides: what stands before belongs to another thought. */
const SAID_CHARACTERS = 400;

function tellsDeed(text: string): boolean {
  return (ACTORS_DEED.test(text) || ACTORS_SENTENCE.test(text)) && !READER_LOOKS.test(text);
}

/** A passage with every other sentence blanked out, offsets kept; none when no sentence is wanted. */
function onlySentences(passage: Passage, wanted: (sentence: string) => boolean): readonly Passage[] {
  const text = passage.text
    .split(SENTENCE_END)
    .map((sentence) => (wanted(sentence) ? sentence : sentence.replace(/\S/g, ' ')))
    .join('');
  return text.trim() === '' ? [] : [{ ...passage, text }];
}

/** Splits at the blank after a sentence and keeps every character. */
const SENTENCE_END = /(?<=[.!?:]\s)(?=[A-Z“"])/;

/**
 * Passages in which commands may be looked for: sentences that send the reader to look with one are blanked out. The paths and names that
 * such a sentence says to look for remain evidence elsewhere.
 */
export function withoutReadersCommands(passages: readonly Passage[]): readonly Passage[] {
  return passages.flatMap((passage) =>
    passage.block.type === 'code'
      ? [passage]
      : onlySentences(passage, (sentence) => !(READERS_COMMAND.test(sentence) && TO_DEFEND.test(sentence))),
  );
}

function inReadersSection(passage: Passage): boolean {
  const heading = passage.block.headings.at(-1);
  return heading !== undefined && READERS_SECTION.test(heading);
}

function lastSentence(text: string): string {
  return (
    text
      .trimEnd()
      .split(/(?<=[.!?])\s+(?=[A-Z“"])/)
      .at(-1) ?? text
  );
}

function sendsReader(leadIn: string): boolean {
  const last = lastSentence(leadIn);
  return READER_LOOKS.test(last) || (TO_DEFEND.test(last) && !TOLD_OF_OTHERS.test(last)) || IMAGING.test(last);
}

/** Paragraphs and items fewer than these say nothing of a document's kind. */
const INSTRUCTIONS_MIN = 6;
const INSTRUCTIONS_SHARE = 0.3;
/** Enough where the title says so; a title alone may stand over a report. */
const INSTRUCTIONS_SHARE_NAMED = 0.06;

/** A document for responders: its title says so and some of it, or a large part of it, sends the reader to look. */
function isHandbook(passages: readonly Passage[], title: string): boolean {
  const first = passages.find(({ block }) => block.type === 'heading')?.text ?? '';
  const named = HANDBOOK_TITLE.test(title) || HANDBOOK_TITLE.test(first);
  const told = passages.filter(
    ({ block }) =>
      (block.type === 'paragraph' || block.type === 'list-item') &&
      block.role !== 'references' &&
      block.role !== 'remediation',
  );
  const sent = told.filter(({ text }) => READER_LOOKS.test(text)).length;
  if (named) return sent >= told.length * INSTRUCTIONS_SHARE_NAMED;
  return sent >= INSTRUCTIONS_MIN && sent >= told.length * INSTRUCTIONS_SHARE;
}
