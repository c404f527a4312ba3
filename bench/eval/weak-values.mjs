// Values that are not specific by themselves: programs, verbs and read calls that every network shows every day.

export const WEAK_VALUES = new Set(
  `powershell powershell.exe pwsh pwsh.exe cmd cmd.exe rundll32 rundll32.exe regsvr32.exe mshta.exe wscript.exe cscript.exe net.exe net1.exe
  reg.exe schtasks.exe svchost.exe explorer.exe msiexec.exe wmic.exe certutil.exe curl curl.exe wget bash sh python python.exe python3 java.exe
  node node.exe winword.exe excel.exe outlook.exe chrome.exe iexplore.exe services.exe lsass.exe taskhostw.exe conhost.exe dllhost.exe
  tasklist.exe whoami whoami.exe ipconfig ipconfig.exe ping ping.exe ssh scp cat ls ps find grep systemctl crontab chmod sudo su apt yum docker
  kubectl sc sc.exe netsh netsh.exe at.exe attrib.exe bitsadmin.exe taskkill.exe wevtutil.exe vssadmin.exe tar.exe http http:// https:// .exe
  .dll .ps1 .bat .vbs .js .zip .txt .tmp \\temp\\ \\appdata\\ \\users\\public\\ \\programdata\\ c:\\windows\\ /tmp/ /tmp /etc/ /bin/
  getcalleridentity listbuckets describeinstances assumerole consolelogin getobject listusers listroles getuser getrole describeregions
  listobjects headbucket headobject describesecuritygroups describevpcs listaccesskeys lookupevents putobject decrypt generatedatakey
  listfunctions getaccountsummary get list watch create update user.session.start user.authentication.sso success failure sign-in read write
  post put head 200 302 404 403 microsoft.compute/virtualmachines/write microsoft.compute/virtualmachines/read compute.instances.list
  compute.instances.get mozilla/5.0 mozilla aws-cli boto3 python-requests curl/`.split(/\s+/),
);

const INTERPRETERS =
  `powershell.exe pwsh.exe cmd.exe powershell cmd bash sh wscript.exe cscript.exe conhost.exe explorer.exe python.exe python
  svchost.exe services.exe pwsh`.split(/\s+/);

/** Parts that every command line of their kind has. */
export const STOCK_PARTS = new Set([
  ...INTERPRETERS,
  ...'.exe .dll http https http:// https:// /c -c /s /q -e -enc c:\\ \\ / - c:\\windows\\ c:\\windows\\system32\\'.split(
    ' ',
  ),
  ...'appdata temp \\temp\\ programdata users windows system32'.split(' '),
]);
