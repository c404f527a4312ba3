const PROMPT =
  /^(?:PS [A-Z]:[^>]{0,120}>|[A-Z]:\\[^>\n]{0,120}>|[\w.-]{1,40}@[\w.-]{1,60}[:~][^$#\n]{0,80}[$#]|[$#>] (?=\S))/;
const COMMAND =
  /^(?:sudo\s+)?(?:aws|gcloud|az|kubectl|curl|wget|powershell|pwsh|cmd|reg|net1?|sc|schtasks|wmic|rundll32|regsvr32|mshta|certutil|bitsadmin|nltest|vssadmin|wevtutil|bcdedit|netsh|whoami|tasklist|taskkill|icacls|attrib|cscript|wscript|msbuild|installutil|bash|sh|chmod|chown|iptables|crontab|systemctl|docker|nsenter|python3?|perl|ssh|scp|nc|ncat|openssl|base64)(?:\.exe)?(?:\s+(?:[-/"'%$\\.~]|[\w.-]+\s*[-/"'%$\\.:=]|(?:user|group|localgroup|view|use|share|start|stop|create|delete|query|add|save|get|describe|list|exec|run|apply|process|shadowcopy|shadows|advfirewall|firewall)\b))/i;
const CMDLET =
  /^(?:[$]\w+\s*=\s*)?(?:Get|Set|New|Add|Remove|Invoke|Start|Stop|Import|Export|Enable|Disable|Out|ConvertTo|ConvertFrom|Write|Test|Install|Uninstall|Register)-[A-Z]\w+(?:\s+-|\s*\||\s*$|\s+["'$\\(])/;
const PATH_COMMAND = /^"?(?:[A-Z]:\\|%\w+%\\|\\\\)[^\n]{0,200}\.(?:exe|com|bat|cmd|ps1|vbs|js)"?\s+[-/"'%\w]/i;
const STATEMENT =
  /^(?:[{}()[\]];?|[^.]{0,200}[=()<>[\]:]{1}.{0,200};|.{0,200}[)=\w] ?\{|<\/?\w[^>]{0,200}>.{0,400}|(?:import|def|class|function|var|let|const|return|if|for|while|int|void|char|#include|#define|#!)\b.{0,200}[({;:/].{0,200})$/;

/** Whether a line begins with a prompt, a known command or a cmdlet. */
export function startsCommand(line: string): boolean {
  const text = line.trim();
  return PROMPT.test(text) || CMDLET.test(text) || PATH_COMMAND.test(text) || COMMAND.test(text);
}

/** Whether one line of plain text is a command or code rather than a sentence. */
export function isCodeLine(line: string): boolean {
  const text = line.trim();
  if (text === '' || text.length > 4000) return false;
  if (PROMPT.test(text) || CMDLET.test(text) || PATH_COMMAND.test(text)) return true;
  if (COMMAND.test(text)) return !endsLikeProse(text);
  return STATEMENT.test(text) && !endsLikeProse(text) && !isProseList(text);
}

/** Items of a sentence's list end with a semicolon too; they have words where code has marks. */
function isProseList(text: string): boolean {
  return (
    text.endsWith(';') && (text.match(/(?:^| )[a-z]{2,}(?= )/g)?.length ?? 0) >= 3 && !/[={}]|\w\(|->|::/.test(text)
  );
}

/** "net use is often seen in this phase." begins like a command and is a sentence. */
function endsLikeProse(text: string): boolean {
  return /[a-z)]\.$/.test(text) && text.split(' ').length > 6;
}
