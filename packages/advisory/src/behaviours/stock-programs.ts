/**
 * Programs that Windows or common software brings, and names every installer has: seen alone they say nothing. Lower case without `.exe`.
 */
const STOCK = new Set(
  `acrobat acrord32 agent appcmd arp at atbroker attrib bash bcdedit bginfo bitsadmin calc certreq certutil chcp chrome cipher client cmd cmdkey cmstp
  code compattelrunner conhost consent control cscript csrss csc curl ctfmon dashost dfsvc dism dllhost dotnet driverquery dsquery dwm eventvwr excel
  explorer ehshell eqnedt32 expand extrac32 file find findstr firefox fodhelper fontdrvhost ftp gpupdate gpresult git hostname hxtsr icacls iexplore ie4uinit
  infdefaultbrowser install installer installutil ipconfig java javaw javac jsc klist launcher loader logonui lsass lsaiso lsm main makecab malware
  mavinject microsoftedge mmc mofcomp mpcmdrun msbuild msconfig msdt msedge mshta msiexec msmpeng mspub mspaint mstsc mssense nbtstat net net1 netsh
  netstat nltest node notepad notepad++ nslookup ntoskrnl odbcconf onedrive onenote outlook paint payload perfmon ping powerpnt powershell
  powershell_ise presentationhost print program python python3 pythonw pwsh query quser reg regasm regedit regsvcs regsvr32 route rundll32 runonce
  runtimebroker sample sc schtasks searchindexer searchprotocolhost server services setup shutdown sihost slui smss spoolsv sqlservr ssh svchost
  sysprep system systeminfo taskeng taskhost taskhostex taskhostw taskkill tasklist taskmgr tar teams test tiworker tool trustedinstaller uninstall
  unsecapp update updater userinit vbc vlc vssadmin w3wp w32tm wbadmin werfault wevtutil where whoami wininit winlogon winrar winword wmic wmiprvse
  wordpad write wscript wsl wsmprovhost wsqmcons wuauclt wusa xcopy zip rar 7z 7za unrar winzip skype zoom slack telegram discord spotify steam
  procexp procexp32 procexp64 procmon procmon64 wireshark ollydbg x64dbg x32dbg ida ida64 idaq fiddler tcpview autoruns autorunsc vmtoolsd vmwaretray vmwareuser
  vboxservice vboxtray sandboxierpcss processhacker regmon filemon dumpcap immunitydebugger windbg pestudio regshot joeboxcontrol qemu-ga xenservice
  sethc utilman osk magnify narrator displayswitch backgroundtaskhost clipup vssvc elevation_service vmcompute vmwp vmms applicationframehost
  audiodg dashost ctfmon dllhst3g fltmc gpscript iscsicli locator logman msinfo32 netiougc mobsync optionalfeatures perfhost pnputil quickassist recdisc
  securityhealthservice sgrmbroker smartscreen snippingtool startmenuexperiencehost textinputhost tstheme unattendedjoin wbengine wlrmdr wmiadap
  dnspy dnspyex ilspy ghidra cutter cyberchef pebear exeinfope die hxd 010editor tracert pathping rdpclip clip choice timeout
  tmp wermgr wmplayer cvtres sbiesvc avp avgui ekrn egui mcshield bdagent msascuil nissrv
  dnspy dnspyex ilspy ghidra cutter cyberchef pebear exeinfope die hxd 010editor tracert pathping rdpclip clip ieinstal pause more sort tree subst doskey diskpart forfiles certoc mdres sfc chkdsk label format replace
  recover choice timeout waitfor whoami winrs winrm hh help verclsid xwizard scriptrunner autoit3 php perl ruby winver stage1 stage2 stage3 support check
  checker letter invoice document report minecraft csgo dota2
  software windows application app service process file1 malicious evil dropper backdoor filename name example foo`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Parts of security products are what malware looks for. */
const SECURITY_PRODUCT =
  /^(?:360\w{2,12}|zhudongfangyu|qqpc\w+|kx(?:e\w+|tray)|hips\w+|qmtoolwidget|avast\w+|asw\w+svc|mbam\w*|sentinel\w+|cs(?:falcon\w+|agent)|cylance\w+|savservice|mcs(?:agent|client)|bdservicehost|vsserv|ccsvchst|nortonsecurity|tmlisten|ntrtscan)$/;

/** Whether a program's file name is one that every machine or many installers have. Takes the name with or without `.exe`. */
export function isStockProgram(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.exe$/, '');
  return (
    STOCK.has(bare) || SECURITY_PRODUCT.test(bare) || /^(?:[a-z]?\d{0,2}|\d+)$/.test(bare) || /^(?:ms)?x+$/.test(bare)
  );
}
